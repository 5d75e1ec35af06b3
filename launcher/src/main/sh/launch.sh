# Starts the launcher's JVM. Bash, to be sourced after common.sh.
#
#   bipj_exec_mpirun OPTIONS... PROGRAM...   becomes the launcher; needs bipj_ensure_built before
#   bipj_make_caches                         makes the start-up caches of a build

# Sets BIPJ_CACHE to the folder of start-up caches that belong to this build and this JDK. Its name is made without
# starting a process: it is on the way of every run.
bipj_find_cache() {
  local base="${XDG_CACHE_HOME:-}" key="$BIPJ_ROOT:$BIPJ_JDK" hash=5381 i code
  BIPJ_CACHE=
  case $base in /*) ;; *) base="${HOME:-}/.cache" ;; esac
  case $base in /.cache) return 0 ;; esac
  [ "${BIPJ_AOT:-on}" != off ] || return 0
  for ((i = 0; i < ${#key}; i++)); do
    printf -v code %d "'${key:i:1}"
    hash=$(((hash * 33 + code) & 0xffffffffffffff))
  done
  printf -v BIPJ_CACHE '%s/bipj/%014x' "$base" "$hash"
}

# True where a file exists and is newer than each jar of a class path. The JVM does not look: it would run the classes of
# an earlier build out of its cache.
bipj_is_newer_than() {
  local jar jars
  IFS=: read -r -a jars <<<"$2"
  for jar in "${jars[@]}"; do
    [ "$1" -nt "$jar" ] || return 1
  done
}

# Makes the start-up caches of a new build. Jobs would do without, and have them made behind the first one; but then that
# would go on beside whatever is run next, a measurement perhaps.
bipj_make_caches() {
  local lib launcher
  bipj_find_cache
  [ -n "$BIPJ_CACHE" ] || return 0
  echo "bipj: making start-up caches (once for a build; BIPJ_AOT=off does without) ..." >&2
  bipj_join_jars lib && lib="$BIPJ_JARS"
  bipj_join_jars launcher && launcher="$BIPJ_JARS"
  "$BIPJ_JDK/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx64m "-Dbipj.cache=$BIPJ_CACHE" "-Dbipj.lib=$lib" \
    -cp "$lib:$launcher" org.bipj.launch.cache.CacheMaker org.bipj.launch.Main </dev/null >/dev/null 2>&1 || true
}

# Options that users set for their programs' JVMs are not for the launcher's: it passes them on from these variables.
bipj_put_options_aside() {
  local name
  for name in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
    unset "BIPJ_KEPT_$name"
    if [ -n "${!name+set}" ]; then
      export "BIPJ_KEPT_$name=${!name}"
      unset "$name"
    fi
  done
}

# Explains and exits where a JVM could not open what is named: in a locale whose characters are those of ASCII it takes
# others for question marks. Working in such a directory is all right as long as nothing in it is named.
bipj_check_locale() {
  local word where= variable=LANG
  for word in "$BIPJ_ROOT" "$@"; do
    [[ $word != *[![:ascii:]]* ]] || where="${where:-$word}"
  done
  [ -n "$where" ] || [[ $PWD == *[![:ascii:]]* ]] || return 0
  [ "$(locale charmap 2>/dev/null)" = ANSI_X3.4-1968 ] || return 0
  [ -z "${LC_CTYPE-}" ] || variable=LC_CTYPE
  [ -z "${LC_ALL-}" ] || variable=LC_ALL
  echo "mpirun: ${where:-$PWD} has other characters than those of ASCII, which are all that Java has with" \
    "$variable=${!variable-}: set LC_ALL=C.UTF-8" >&2
  [ -z "$where" ] || exit 2
}

# Explains and exits where a JVM could not start its threads: it would advise to install it again. Looked at only where few
# are allowed, since that takes a JVM.
bipj_check_processes() {
  local line words most=
  [ -r /proc/self/limits ] || return 0
  while IFS= read -r line; do
    case $line in "Max processes"*) read -ra words <<<"$line" && most="${words[2]}" ;; esac
  done </proc/self/limits
  case $most in *[!0-9]* | '' | ????*) return 0 ;; esac
  "$BIPJ_JDK/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -version >/dev/null 2>&1 && return 0
  echo "mpirun: Java cannot start its threads: this user may have $most threads and processes on this machine (ulimit -u)" >&2
  exit 1
}

# Sets BIPJ_BESIDE to the command mpirun beside the script that was called: users can call it as they did this one.
bipj_find_beside() {
  case $0 in */*) BIPJ_BESIDE="${0%/*}/mpirun" ;; *) BIPJ_BESIDE=./mpirun ;; esac
  [ -x "$BIPJ_BESIDE" ] || BIPJ_BESIDE="$BIPJ_ROOT/mpirun"
  [ -x "$BIPJ_BESIDE" ] || BIPJ_BESIDE="$BIPJ_ROOT/bin/mpirun"
}

# Becomes the launcher. Its JVM lives as long as the job and does little: what counts is that it starts fast.
bipj_exec_mpirun() {
  local lib launcher compile flags
  bipj_join_jars lib && lib="$BIPJ_JARS"
  bipj_join_jars launcher && launcher="$BIPJ_JARS"
  bipj_join_jars compile && compile="$BIPJ_JARS"
  bipj_find_beside
  # Compilers that begin later, archived classes at the addresses that they were archived for, no thread that replays
  # profiles (the cache has none), reflection without generated code: each is worth some milliseconds. The JVM is the one
  # that was found above, so that it knows these options.
  flags=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10 -XX:-UsePerfData -Xmx512m
    -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining --enable-native-access=ALL-UNNAMED
    -Djdk.reflect.useNativeAccessorOnly=true -Xlog:os+thread=off)
  if [ "${bipj_release:-25}" -gt 25 ]; then
    # Options of the JVM come and go between releases; these are for speed only.
    flags=(-XX:+IgnoreUnrecognizedVMOptions "${flags[@]}")
  fi
  bipj_check_locale "$@"
  bipj_check_processes
  bipj_find_cache
  if [ -n "$BIPJ_CACHE" ]; then
    flags+=("-Dbipj.cache=$BIPJ_CACHE")
    if bipj_is_newer_than "$BIPJ_CACHE/launcher.aot" "$lib:$launcher"; then
      flags+=("-XX:AOTCache=$BIPJ_CACHE/launcher.aot" -Xlog:aot=off -Xlog:cds=off)
    fi
  fi
  if [ -t 0 ] && [ -t 1 ]; then
    flags+=(-Dbipj.terminal=true)
  fi
  [ ! -t 2 ] || flags+=(-Dbipj.terminal.errors=true)
  bipj_put_options_aside
  # A handler comes later. Before, the signal would end mpirun.
  trap '' USR1
  exec "$BIPJ_JDK/bin/java" "${flags[@]}" "-Dbipj.lib=$lib" "-Dbipj.compile=$compile" \
    "-Dbipj.command=$BIPJ_BESIDE" -cp "$lib:$launcher" \
    org.bipj.launch.Main "$@"
}
