# Shared by the scripts bipj and mpirun: where the project is, its JDK, its jars. Bash, to be sourced.
#
#   bipj_ensure_built            builds what is missing or older than its sources; sets BIPJ_JDK
#   bipj_class_path lib samples  the class path of these folders of target/dist:
#                                lib (the library), launcher, mpj (signatures), samples, bench, reproduce; each with what it needs beside lib

# Without a standard input the first file that the JVM opens, the JDK's modules, would be that of rank 0.
{ : 9<&0; } 2>/dev/null || exec </dev/null

BIPJ_ROOT="$(cd "${BASH_SOURCE[0]%/*}/../../../.." && pwd -P)"
BIPJ_DIST="$BIPJ_ROOT/target/dist"
BIPJ_MODULES=(bip-core transport-shm transport-net transport-sim mpi-bip mpj am2 lci ssam splitc pps launcher bipj-all samples benchmarks reproduce)
. "$BIPJ_ROOT/.mvn/jdk.sh"

# Sets BIPJ_JDK to the root of a JDK, and bipj_release to its release, or explains what to install and exits. What was
# found the last time holds as long as it is a JDK 25 and the variables that name one are the same: the search costs a tenth
# of a run's start. A newer one does not hold, since a JDK 25 may have been installed beside it.
bipj_find_jdk_or_exit() {
  local file="$BIPJ_DIST/.jdk" names="${JAVA25_HOME-}:${JAVA_HOME-}:$PATH" known=
  if [ -f "$file" ] && { IFS= read -r known && IFS= read -r BIPJ_JDK; } <"$file" &&
    [ "$known" = "$names" ] && bipj_is_jdk25 "$BIPJ_JDK"; then
    return
  fi
  BIPJ_JDK="$(bipj_find_jdk)" || { bipj_no_jdk "25 or newer"; exit 1; }
  bipj_read_release "$BIPJ_JDK"
  if [ -n "${JAVA25_HOME-}" ] && [ "$BIPJ_JDK" != "$JAVA25_HOME" ]; then
    echo "bipj: JAVA25_HOME=$JAVA25_HOME is no JDK 25 or newer: using $BIPJ_JDK" >&2
  fi
  # Whole or not at all: other runs may read it now. Where it cannot be written the next run searches again.
  if [ -d "$BIPJ_DIST" ] && printf '%s\n%s\n' "$names" "$BIPJ_JDK" 2>/dev/null >"$file.$$"; then
    mv -f "$file.$$" "$file"
  fi
}

# True where the jars are there and nothing they are made from is newer. The stamp carries the time at which the last
# good build began, so that an edit during a build counts; a folder's time tells of deleted files.
bipj_is_built() {
  local stamp="$BIPJ_DIST/.built" newer inputs=("$BIPJ_ROOT/pom.xml") module
  [ -f "$stamp" ] || return 1
  for module in "${BIPJ_MODULES[@]}"; do
    inputs+=("$BIPJ_ROOT/$module/pom.xml")
    [ ! -d "$BIPJ_ROOT/$module/src/main/java" ] || inputs+=("$BIPJ_ROOT/$module/src/main/java")
    [ ! -d "$BIPJ_ROOT/$module/src/main/resources" ] || inputs+=("$BIPJ_ROOT/$module/src/main/resources")
  done
  newer="$(LC_ALL=C find "${inputs[@]}" -newer "$stamp" -print -quit)" && [ -z "$newer" ]
}

bipj_build() {
  local log="$BIPJ_ROOT/target/build.log" started="$BIPJ_DIST/.started"
  echo "bipj: building (this happens when sources have changed) ..." >&2
  : >"$started"
  # Tests are neither compiled nor run, and what only they need is not fetched.
  if ! (cd "$BIPJ_ROOT" && ./mvnw -B -Dmaven.test.skip=true package) >"$log" 2>&1 </dev/null; then
    echo "bipj: the build failed; the whole log is in $log" >&2
    grep -E "^\[(ERROR|WARNING)\] .*[^ ]|^BIPJ needs|^Searched|^Found|mvnw|^Error|: Failed" "$log" |
      grep -vE "Help 1|re-run Maven|For more information|After correcting|mvn <args>|cwiki" | head -n 40 >&2
    return 1
  fi
  mv -f "$started" "$BIPJ_DIST/.built"
  bipj_make_caches
}

# Builds what is missing or out of date, quietly, once even where several callers start together. Exits on failure.
bipj_ensure_built() {
  bipj_find_jdk_or_exit
  ! bipj_is_built || return 0
  mkdir -p "$BIPJ_DIST"
  # A subshell holds the lock, so that neither Maven nor a rank started later inherits it. Who waited looks again.
  (
    if command -v flock >/dev/null; then
      flock 9
    fi
    bipj_is_built || bipj_build 9>&-
  ) 9>"$BIPJ_ROOT/target/.build-lock" || exit 1
}

# Prints the class path made of all jars in the named folders of target/dist.
bipj_class_path() {
  local folder jar path=
  for folder in "$@"; do
    for jar in "$BIPJ_DIST/$folder"/*.jar; do
      [ ! -e "$jar" ] || path+="${path:+:}$jar"
    done
  done
  printf '%s\n' "$path"
}
