# Sourced by the scripts beside it: PostgreSQL, the packaged service, the load, and what turns figures into lines.
# Everything it starts it ends. Run from the root of the repository.
# Not quoted on purpose: options and results are several words (SC2086). The rest is made while it runs (SC1091), or is
# appended to the log that another part of the same pipeline writes (SC2094).
# shellcheck shell=bash disable=SC1091,SC2086,SC2094

ROUNDS=${ROUNDS:-5} ROUND_SECONDS=${ROUND_SECONDS:-15} WARMUP_SECONDS=${WARMUP_SECONDS:-60} CLIENTS=${CLIENTS:-32}
PGBENCH_CLIENTS=16
SERVER_SETTINGS=${SERVER_SETTINGS:-fsync=on,shared_buffers=1GB,max_wal_size=8GB,checkpoint_timeout=30min}
JAVA_OPTIONS=${JAVA_OPTIONS:--XX:MaxRAMPercentage=50}
PORT=${PORT:-18080}
out=bench/out
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
measuring=no # while it warms up, a refusal is no failure
failures=0   # of what is measured, and of targets

for program in wrk pgbench psql curl; do
  command -v "$program" >/dev/null || { echo "$0: $program is missing" >&2; exit 1; }
done

mkdir -p "$out" && rm -rf "${out:?}"/*
started=()
finish() {
  trap - EXIT
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  exec 3>&- || true # the end of its input ends the database
  wait || true
}
trap finish EXIT
trap 'exit 1' INT TERM

profile='' target=target # of Maven, and where it puts its results

build() {
  echo "building" >&2
  ./mvnw -q -B -DskipTests ${profile:+-P$profile} package dependency:build-classpath -Dmdep.outputFile="$PWD/$out/classpath"
}

classes() { # where build has put the bench's own classes and the service's
  echo "$target/test-classes:$target/classes:$(cat "$out/classpath")"
}

start_database() {
  echo "starting PostgreSQL" >&2
  mkfifo "$out/input"
  "$java" "-Dtest.uketsuke.postgres.settings=$SERVER_SETTINGS" -cp "$(classes)" \
    dev.uketsuke.submissions.BenchSetting "$out" <"$out/input" >"$out/postgres.log" 2>&1 &
  local setting=$!
  exec 3>"$out/input"
  until [ -f "$out/setting" ]; do
    kill -0 "$setting" || { cat "$out/postgres.log" >&2; exit 1; }
    sleep 0.2
  done
  set -a && . "$out/setting" && set +a
  # Only a superuser may ask for the directory; its first line is the id of the server's process.
  postmaster=$(head -1 "$(PGUSER=postgres told psql -qAtc 'SHOW data_directory')/postmaster.pid")
}

start() { # jar, port, options: starts it, returns once it is ready; leaves its id in $service, and in $took the milliseconds to there
  local began
  began=$(date +%s%3N)
  PORT=$2 "$java" ${3:-$JAVA_OPTIONS} -jar "$1" >"$out/service-$2.log" 2>&1 3>&- &
  service=$!
  started+=("$service")
  until curl -fsS -o "$out/ready" "http://localhost:$2/q/health/ready" 2>/dev/null; do
    kill -0 "$service" || { tail -20 "$out/service-$2.log" >&2; exit 1; }
    sleep 0.02
  done
  # shellcheck disable=SC2034 # for whoever sources this
  took=$(($(date +%s%3N) - began))
}

stop() { # ends what was started last, as an orchestrator would
  kill "${started[-1]}"
  wait "${started[-1]}" || true
  unset 'started[-1]'
}

told() { # command: what it complains of is kept, and shown if it fails
  "$@" 2>>"$out/psql.log" || { echo "$0: $1 failed:" >&2; tail -5 "$out/psql.log" >&2; return 1; }
}

load() { # mode, port, seconds: prints requests and seconds; once measured, fails if any was refused
  local result
  result=$(MODE=$1 wrk -t 2 -c "$CLIENTS" -d "$3s" --timeout 20s -s bench/submit.lua "http://localhost:$2" | tee -a "$out/wrk.log" | grep ^RESULT) ||
    { echo "$0: $1: wrk failed, see $out/wrk.log" >&2; return 1; }
  set -- $result "$1"
  [ "$measuring" = no ] || [ "$4$5" = 00 ] || { echo "$0: $6: of $2 answers $4 were errors, and $5 connections failed" >&2; return 1; }
  echo "$2 $3"
}

pg() { # script, seconds: prints transactions and seconds
  pgbench -n -M prepared -c "$PGBENCH_CLIENTS" -j 2 -T "$2" -f "$out/$1.sql" 2>>"$out/pgbench.log" | tee -a "$out/pgbench.log" |
    awk '/^number of transactions actually processed/ {n = $NF} /^tps = / {print n, n / $3; found = 1} END {exit !found}' ||
    { echo "$0: pgbench failed, see $out/pgbench.log" >&2; tail -3 "$out/pgbench.log" >&2; return 1; }
}

rows() { told psql -qAtc "SELECT count(*) FROM $1"; }

# The kernel counts processor time in hundredths of a second. PostgreSQL is the server's process, with the children that have
# ended, and those that live.
service_ticks() { [ -z "$service" ] && echo 0 || awk '{print $14 + $15}' "/proc/$service/stat" 2>/dev/null || echo 0; }
server_ticks() {
  local before after ticks
  while :; do # a session that ends meanwhile would be counted twice, or not at all
    before=$(pgrep -P "$postmaster") || true
    ticks=$({
      awk '{print $14 + $15 + $16 + $17}' "/proc/$postmaster/stat"
      for child in $before; do awk '{print $14 + $15}' "/proc/$child/stat" 2>/dev/null || true; done
    } | awk '{sum += $1} END {print sum}')
    after=$(pgrep -P "$postmaster") || true
    [ "$before" != "$after" ] || break
  done
  echo "$ticks"
}

measure() { # file, command that prints requests and seconds: appends rate and milliseconds of service and server per 1,000 requests
  local file=$1 result service_before server_before
  shift
  service_before=$(service_ticks) server_before=$(server_ticks)
  if ! result=$("$@"); then
    echo "$file" >>"$out/failed"
    return 0 # the others are measured all the same
  fi
  echo "$result $(($(service_ticks) - service_before)) $(($(server_ticks) - server_before))" |
    awk '$1 > 0 {printf("%.1f %.1f %.1f\n", $1 / $2, $3 * 1e4 / $1, $4 * 1e4 / $1)}' >>"$out/$file"
}

header() {
  echo "| what | per second | other | ratio | service, ms | other | ratio | server, ms | other | ratio | target | |"
  echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
}

# what, two files of figures (or one, and "-"), target such as "rate >= 0.75" or "service <= 1.08", or none: prints the medians of
# the rounds, each ratio with its least and greatest. A target is missed if no round reached it: what is left is noise.
line() {
  local what=$1 ours=$2 other=$3 target=${4:-}
  if [ ! -s "$out/$ours" ] || { [ "$other" != - ] && [ ! -s "$out/$other" ]; }; then
    echo "| $what | | | | | | | | | | $target | FAILED |"
    failures=$((failures + 1))
    return 0
  fi
  { if [ "$other" = - ]; then cat "$out/$ours"; else paste -d ' ' "$out/$ours" "$out/$other"; fi; } |
    awk -v what="$what" -v target="$target" '
      function sorted(values, n,   i, j, t) {
        for (i = 2; i <= n; i++) for (j = i; j > 1 && values[j - 1] > values[j]; j--) { t = values[j]; values[j] = values[j - 1]; values[j - 1] = t }
      }
      function median(values, n) { sorted(values, n); return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2 }
      function shown(column,   n, i, a, b, r, text) {
        n = 0
        for (i = 1; i <= NR; i++) { if (field[i, column] != "") { n++; a[n] = field[i, column]; b[n] = field[i, column + 3]; if (b[n] > 0) r[n] = a[n] / b[n] } }
        if (n == 0 || (median(a, n) == 0)) return " | | |"
        text = sprintf(" %.0f |", median(a, n))
        if (b[1] == "" || median(b, n) == 0) return text (b[1] == "" ? " | |" : " 0 | |")
        middle[column] = median(r, n); least[column] = r[1]; most[column] = r[n]
        return text sprintf(" %.0f | %.2f (%.2f-%.2f) |", median(b, n), middle[column], least[column], most[column])
      }
      { for (i = 1; i <= 6; i++) field[NR, i] = $i }
      END {
        text = "| " what " |" shown(1) shown(2) shown(3) " " target " |"
        verdict = ""
        if (target != "") {
          split(target, t, " "); column = t[1] == "rate" ? 1 : t[1] == "service" ? 2 : 3
          met = t[2] == ">=" ? middle[column] >= t[3] + 0 : middle[column] <= t[3] + 0
          near = t[2] == ">=" ? most[column] >= t[3] + 0 : least[column] <= t[3] + 0
          verdict = met ? "reached" : near ? "within the spread" : "MISSED"
        }
        print text " " verdict " |"
        exit verdict == "MISSED"
      }' || failures=$((failures + 1))
}

verdict() { # ends the script: fails if a target was missed or something could not be measured
  if [ -f "$out/failed" ]; then echo "could not be measured in every round: $(sort -u "$out/failed" | paste -sd ' ')" >&2; fi
  if [ "$failures" != 0 ] || [ -f "$out/failed" ]; then
    echo "$0: not every target was reached" >&2
    exit 1
  fi
}
