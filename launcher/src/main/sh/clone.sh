# A clone of the project: its jars are built into target/dist when a script needs them. Sourced by common.sh.

BIPJ_ROOT="${bipj_scripts%/launcher/src/main/sh}"
BIPJ_DIST="$BIPJ_ROOT/target/dist"
BIPJ_LIB="$BIPJ_DIST/lib"
BIPJ_PARTS="$BIPJ_DIST"
BIPJ_JDK_FILE="$BIPJ_DIST/.jdk"
BIPJ_RUNTIME=
BIPJ_MODULES=(bip-core transport-shm transport-net transport-sim mpi-bip am2 launcher samples systems/{lci,ssam,splitc,pps}
  packaging/{mpj,executor,bipj-all} evidence/{nas,benchmarks,reproduce})
. "$BIPJ_ROOT/.mvn/jdk.sh"

# True where the jars are there and nothing they are made from is newer. The stamp carries the time at which the last
# good build began, so that an edit during a build counts; a folder's time tells of deleted files.
bipj_is_built() {
  local stamp="$BIPJ_DIST/.built" newer inputs=("$BIPJ_ROOT/pom.xml" "$BIPJ_ROOT"/samples/maven/{pom.xml,src}) module folder
  [ -f "$stamp" ] || return 1
  for module in "${BIPJ_MODULES[@]}"; do
    inputs+=("$BIPJ_ROOT/$module/pom.xml")
    for folder in java forms resources; do
      [ ! -d "$BIPJ_ROOT/$module/src/main/$folder" ] || inputs+=("$BIPJ_ROOT/$module/src/main/$folder")
    done
  done
  newer="$(LC_ALL=C find "${inputs[@]}" -newer "$stamp" -print)" && [ -z "$newer" ]
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
