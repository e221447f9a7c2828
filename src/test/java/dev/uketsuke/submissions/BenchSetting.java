package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Role;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Started by {@code bench/run}: a PostgreSQL that keeps what it acknowledges, a signed token, and
 * the scripts of {@code pgbench}. Ends, and takes the server with it, when its standard input is
 * closed.
 */
final class BenchSetting {

  private BenchSetting() {}

  public static void main(String[] arguments) throws IOException {
    var out = Path.of(arguments[0]);
    var url = TestDatabase.create();
    var address = url.substring("jdbc:postgresql://".length());
    var caller = new Caller(Tokens.ISSUER, "bench", Set.of());
    var neighbour = new Caller(Tokens.ISSUER, "neighbour", Set.of());
    var staff = new Caller(Tokens.ISSUER, "staff", Set.of(Role.STAFF));
    Files.writeString(out.resolve("created.sql"), BenchSql.createdInThreeStatements());
    Files.writeString(out.resolve("created-one-statement.sql"), BenchSql.createdInOneStatement());
    Files.writeString(out.resolve("replayed.sql"), BenchSql.replayed());
    Files.writeString(
        out.resolve("setting.tmp"),
        """
        REPLAY_KEYS=%d
        PGHOST=%s
        PGPORT=%s
        PGDATABASE=%s
        PGUSER=%s
        PGPASSWORD=%s
        QUARKUS_DATASOURCE_JDBC_URL=%s
        QUARKUS_DATASOURCE_USERNAME=%s
        QUARKUS_DATASOURCE_PASSWORD=%s
        QUARKUS_OIDC_PUBLIC_KEY=%s
        QUARKUS_OIDC_APPLICATION_TYPE=service
        QUARKUS_OIDC_CLIENT_ID=%s
        QUARKUS_OIDC_TOKEN_ISSUER=%s
        QUARKUS_OIDC_TOKEN_AUDIENCE=%s
        BENCH_TOKEN=%s
        BENCH_ACCOUNT='%s'
        NEIGHBOUR_TOKEN=%s
        NEIGHBOUR_ACCOUNT='%s'
        STAFF_TOKEN=%s
        """
            .formatted(
                BenchSql.REPLAY_KEYS,
                address.substring(0, address.indexOf(':')),
                address.substring(address.indexOf(':') + 1, address.indexOf('/')),
                address.substring(address.indexOf('/') + 1),
                TestDatabase.USER,
                TestDatabase.PASSWORD,
                url,
                TestDatabase.USER,
                TestDatabase.PASSWORD,
                Tokens.publicKey(),
                Tokens.AUDIENCE,
                Tokens.ISSUER,
                Tokens.AUDIENCE,
                caller.token(),
                account(caller),
                neighbour.token(),
                account(neighbour),
                staff.token()));
    Files.move(
        out.resolve("setting.tmp"), out.resolve("setting")); // there as a whole, or not at all
    while (System.in.read() >= 0) {
      // waits for the end of the input
    }
    System.exit(0);
  }

  private static String account(Caller caller) {
    return caller.issuer() + "|" + caller.subject();
  }
}
