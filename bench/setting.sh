# Sourced by the scripts beside it: PostgreSQL, the packaged service, the load, and what turns rates into lines.
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

for program in wrk pgbench psql curl; do
  command -v "$program" >/dev/null || { echo "$0: $program is missing" >&2; exit 1; }
done

mkdir -p "$out" && rm -f "$out"/*
started=()
finish() {
  trap - EXIT
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  exec 3>&- || true # the end of its input ends the database
  wait || true
}
trap finish EXIT
trap 'exit 1' INT TERM

build() {
  echo "building" >&2
  ./mvnw -q -B -DskipTests package dependency:build-classpath -Dmdep.outputFile="$PWD/$out/classpath"
}

start_database() {
  echo "starting PostgreSQL" >&2
  mkfifo "$out/input"
  "$java" "-Dtest.uketsuke.postgres.settings=$SERVER_SETTINGS" -cp "target/test-classes:target/classes:$(cat "$out/classpath")" \
    dev.uketsuke.submissions.BenchSetting "$out" <"$out/input" >"$out/postgres.log" 2>&1 &
  local setting=$!
  exec 3>"$out/input"
  until [ -f "$out/setting" ]; do
    kill -0 "$setting" || { cat "$out/postgres.log" >&2; exit 1; }
    sleep 0.2
  done
  set -a && . "$out/setting" && set +a
}

start() { # jar, port, options: starts it, returns once it is ready, and leaves in $took the milliseconds from process start to there
  local began
  began=$(date +%s%3N)
  PORT=$2 "$java" ${3:-$JAVA_OPTIONS} -jar "$1" >"$out/service-$2.log" 2>&1 3>&- &
  started+=($!)
  until curl -fsS -o "$out/ready" "http://localhost:$2/q/health/ready" 2>/dev/null; do
    kill -0 "${started[-1]}" || { tail -20 "$out/service-$2.log" >&2; exit 1; }
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

load() { # mode, port, seconds: submissions per second; once measured, fails if any was refused
  local result
  result=$(MODE=$1 wrk -t 2 -c "$CLIENTS" -d "$3s" --timeout 20s -s bench/submit.lua "http://localhost:$2" | tee -a "$out/wrk.log" | grep ^RESULT)
  set -- $result
  [ "$measuring" = no ] || [ "$3$4" = 00 ] || { echo "$0: $3 answers were errors, $4 failed" >&2; exit 1; }
  echo "$2"
}

pg() { # script, seconds: transactions per second
  pgbench -n -M prepared -c "$PGBENCH_CLIENTS" -j 2 -T "$2" -f "$out/$1.sql" 2>>"$out/pgbench.log" |
    tee -a "$out/pgbench.log" | awk '/^tps = / {print $3}'
}

rows() { psql -qAtc "SELECT count(*) FROM $1"; }

median() { sort -g | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }

header() { printf '%-62s %9s %9s   %s  %s\n' "$1" ours other ratio target; }

line() { # what, numerator, denominator (files of figures), target such as ">= 0.70" or "<= 10"
  local over under
  over=$(median <"$out/$2") under=$(median <"$out/$3")
  awk -v what="$1" -v over="$over" -v under="$under" -v target="$4" 'BEGIN {
    r = over / under; split(target, t, " ")
    met = t[1] == ">=" ? r >= t[2] + 0 : r <= t[2] + 0
    printf("%-62s %9.0f %9.0f   %.2f   %s   %s\n", what, over, under, r, target, target == "" ? "" : met ? "reached" : "MISSED")}'
}
