#!/usr/bin/env bash
# What `mvnw` promises, tried out: an mvn that is new enough is used, an old one is not; the download works with the
# tools of a bare machine, from several starts at once; and nothing that fails its checksum is ever kept or run.
#
# The pinned release itself is taken through Maven's own client, so this also shows that the pinned SHA-512 is its own.
# Needs a JDK, mvn, curl, wget and python3 (a web server on the loopback address).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
tmp=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$tmp"
}
trap cleanup EXIT

export JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
version=$(sed -n 's/^version=//p' "$root/mvnw")
passed=0
failed=0

ok() {
  passed=$((passed + 1))
  echo "ok      $*"
}

not_ok() {
  failed=$((failed + 1))
  echo "NOT OK  $*"
  sed 's/^/        | /' "$tmp/out"
}

# expect <status> <pattern> <what>: judges the last `run`.
expect() {
  if [ "$status" -eq "$1" ] && grep -q -- "$2" "$tmp/out"; then ok "$3"; else not_ok "$3 (status $status)"; fi
}

# a bin folder with nothing but the named tools and what every POSIX machine has
bin() {
  local folder=$tmp/bin-$1 tool
  shift
  mkdir -p "$folder"
  for tool in sh cat cp env sed printf mktemp mkdir mv rm tar gzip dirname basename uname expr ls tr "$@"; do
    ln -sf "$(command -v "$tool")" "$folder/$tool"
  done
  echo "$folder"
}

# run <path> <home> <arguments…>
run() {
  local path=$1 home=$2
  shift 2
  status=0
  env -i PATH="$path" HOME="$home" JAVA_HOME="$JAVA_HOME" MVNW_ARCHIVE_URL="$archive" \
    "$mvnw" "$@" >"$tmp/out" 2>&1 </dev/null || status=$?
}

mvn_that_says() {
  mkdir -p "$tmp/path-mvn"
  # shellcheck disable=SC2016 # expanded by the script that is written
  printf '#!/bin/sh\nif [ "$1" = -v ]; then printf "\\033[1mApache Maven %s\\033[m\\nMaven home: /x\\n"; else echo "the mvn on the PATH: $*"; fi\n' \
    "$1" >"$tmp/path-mvn/mvn"
  chmod +x "$tmp/path-mvn/mvn"
}

nothing_kept() {
  if [ -z "$(find "$1" -type f 2>/dev/null)" ]; then ok "$2"; else find "$1" >"$tmp/out" && not_ok "$2"; fi
}

# --- the archive, on the loopback address
served=$tmp/served/$version/binaries
mkdir -p "$served"
mvn -q -B dependency:copy -Dartifact="org.apache.maven:apache-maven:$version:tar.gz:bin" -DoutputDirectory="$served"
python3 -u -m http.server --bind 127.0.0.1 --directory "$tmp/served" 0 >"$tmp/server.log" 2>&1 &
server=$!
until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$tmp/server.log") && [ -n "$port" ]; do
  kill -0 "$server"
done
archive=http://127.0.0.1:$port
mvnw=$root/mvnw

# --- the mvn on the PATH
curl_bin=$(bin curl curl sha512sum)
for good in 3.9.0 3.9 3.9.16 3.10.1; do
  mvn_that_says "$good"
  run "$tmp/path-mvn:$curl_bin" "$tmp/home-unused" -B verify
  expect 0 '^the mvn on the PATH: -B verify$' "mvn $good on the PATH is used"
done
nothing_kept "$tmp/home-unused" "and nothing is downloaded"
for bad in 3.8.7 3.8.99 2.9.9 4.0.0-rc-4 ''; do
  mvn_that_says "$bad"
  run "$tmp/path-mvn:$curl_bin" "$tmp/home-old" -v
  expect 0 "Apache Maven $version" "mvn '$bad' on the PATH is passed over"
done

# --- the download, with different tools
run "$curl_bin" "$tmp/home-curl" -v
expect 0 "Apache Maven $version" "curl and sha512sum: the real release is verified and run"
run "$curl_bin" "$tmp/home-curl" -v
if grep -q downloading "$tmp/out"; then not_ok "second start downloads nothing"; else ok "second start downloads nothing"; fi
run "$(bin wget wget shasum perl)" "$tmp/home-wget" -v
expect 0 "Apache Maven $version" "wget and shasum: likewise"
run "$(bin no-client sha512sum)" "$tmp/home-none" -v
expect 1 'neither curl nor wget' "no client: says so"
run "$(bin no-digest curl)" "$tmp/home-none" -v
expect 1 'cannot be verified' "no digest tool: refuses to go on"
nothing_kept "$tmp/home-none" "and keeps nothing"

# --- several starts at once on an empty home
starts=()
for n in 1 2 3 4; do
  env -i PATH="$curl_bin" HOME="$tmp/home-race" JAVA_HOME="$JAVA_HOME" MVNW_ARCHIVE_URL="$archive" \
    "$mvnw" -v >"$tmp/race-$n" 2>&1 </dev/null &
  starts+=($!)
done
status=0
for pid in "${starts[@]}"; do wait "$pid" || status=$?; done
cat "$tmp"/race-* >"$tmp/out"
find "$tmp/home-race/.m2/wrapper/dists" -maxdepth 2 >>"$tmp/out"
if [ "$status" -eq 0 ] && [ "$(grep -c "^Apache Maven $version" "$tmp/out")" -eq 4 ] \
  && [ "$(find "$tmp/home-race/.m2/wrapper/dists" -mindepth 1 -maxdepth 2 -name '*maven*' | wc -l)" -eq 1 ]; then
  ok "four starts at once: all run, one copy"
else
  not_ok "four starts at once: all run, one copy (status $status)"
fi

# --- what must be refused
mkdir -p "$tmp/tampered/apache-maven-$version/bin"
printf '#!/bin/sh\necho tampered\n' >"$tmp/tampered/apache-maven-$version/bin/mvn"
chmod +x "$tmp/tampered/apache-maven-$version/bin/mvn"
tar -czf "$served/apache-maven-$version-bin.tar.gz" -C "$tmp/tampered" "apache-maven-$version"
run "$curl_bin" "$tmp/home-bad" -v
expect 1 'refused: the SHA-512' "a tampered but working release: refused"
nothing_kept "$tmp/home-bad" "and nothing of it is kept"
rm "$served/apache-maven-$version-bin.tar.gz"
run "$curl_bin" "$tmp/home-bad" -v
expect 1 'download failed' "not found: says so"
nothing_kept "$tmp/home-bad" "and keeps nothing"

# --- archive out of reach, but an old mvn is there: its own client gets the same file
mvn_that_says 3.8.7
sed -i 's#else echo .*; fi#else exec '"$(command -v mvn)"' "$@"; fi#' "$tmp/path-mvn/mvn"
run "$tmp/path-mvn:$curl_bin" "$tmp/home-mvn" -v
expect 0 "Apache Maven $version (" "archive out of reach, old mvn there: the release comes through it"

# --- no JDK
JAVA_HOME=$tmp run "$curl_bin" "$tmp/home-bad" -v
expect 1 'is no JDK' "JAVA_HOME without a compiler: says so"

echo "mvnw: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
