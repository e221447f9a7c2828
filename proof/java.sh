# Sourced by the scripts beside it: builds the module if it is older than its sources, and runs a class of it.
# shellcheck shell=bash
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

build_proof() {
  local built=$here/target/classpath
  if [ ! -s "$built" ] || [ -n "$(find "$here/src/main" "$here/pom.xml" -newer "$built" -print -quit)" ]; then
    "$here/../mvnw" -q -B -ntp -f "$here/pom.xml" -Dspotless.check.skip process-classes >&2
    touch "$built"
  fi
}

proof() { # class, arguments
  local class=$1
  shift
  build_proof
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$here/target/classes:$(cat "$here/target/classpath")" "dev.uketsuke.proof.$class" "$@"
}
