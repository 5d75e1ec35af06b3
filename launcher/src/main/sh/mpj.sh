# Programs of mpiJava 1.2 and MPJ Express. Bash, to be sourced after common.sh and launch.sh.
#
#   bipj_mpjrun OPTIONS... CLASS ARGS...    becomes the launcher; options as those of MPJ Express's mpjrun.sh
#   bipj_javac OPTIONS... FILES...          becomes the compiler, with the library on its class path

mpjrun_usage() {
  cat <<'END'
Usage: mpjrun.sh [OPTIONS] CLASS [ARGS...]
       mpjrun.sh [OPTIONS] -jar FILE [ARGS...]
  -np N                 number of ranks; default: one per core
  -dev multicore        ranks are threads of one JVM (the default)
  -dev niodev           ranks are processes
  -dev hybdev           ranks are processes, on the hosts of -machinesfile
  -machinesfile FILE    the hosts to run on, a name or address per line (with niodev or hybdev)
  -wdir DIR             working directory of the ranks
  -cp, -classpath PATH  class path; the current directory is added to it
  -h                    prints this text
  --NAME, --NAME=VALUE  an option of mpirun, such as --mode=sim, --check-types, --profile: ./mpirun --help all
Other options are the JVM's. Calls of all threads are allowed (MPI.THREAD_MULTIPLE). docs/MPJ.md tells what works.
END
}

mpjrun_fail() {
  echo "mpjrun.sh: $1" >&2
  exit 2
}

# Options of the JVM that begin as those of mpirun do. Sets mpjrun_takes_value where their value is the next word.
mpjrun_is_of_jvm() {
  mpjrun_takes_value=
  case $1 in
    --add-modules | --add-exports | --add-opens | --add-reads | --limit-modules | --module-path | --upgrade-module-path | \
      --patch-module | --enable-native-access)
      mpjrun_takes_value=1
      ;;
    --add-modules=* | --add-exports=* | --add-opens=* | --add-reads=* | --limit-modules=* | --module-path=* | \
      --upgrade-module-path=* | --patch-module=* | --enable-native-access=* | --illegal-native-access=* | \
      --sun-misc-unsafe-memory-access=* | --finalization=* | --enable-preview) ;;
    *) return 1 ;;
  esac
}

# The main class of a jar, for jars that are started together with a class path, which java -jar does not take.
mpjrun_main_class() {
  local jar folder name
  jar="$(cd "$(dirname "$1")" && pwd)/${1##*/}"
  folder="$(mktemp -d)" || mpjrun_fail "cannot make a folder in ${TMPDIR:-/tmp}: set TMPDIR to another directory"
  (cd "$folder" && "$BIPJ_JDK/bin/jar" --extract --file "$jar" META-INF/MANIFEST.MF)
  # Lines of a manifest end after 72 bytes, and go on behind a space.
  name="$(tr -d '\r' <"$folder/META-INF/MANIFEST.MF" | sed -e ':a' -e 'N' -e '$!ba' -e 's/\n //g' |
    sed -n 's/^Main-Class: *//p')"
  rm -r "$folder"
  [ -n "$name" ] || mpjrun_fail "-jar $1: its manifest names no Main-Class"
  printf '%s\n' "$name"
}

# Sets mpjrun_device, the name that main gets as its third argument, and what it means for mpirun.
mpjrun_set_device() {
  case $1 in
    multicore) mpjrun_mode=(--mode thread) ;;
    niodev | hybdev) mpjrun_mode=() ;;
    mxdev | native) mpjrun_fail "-dev $1: expected multicore (threads of one JVM), niodev or hybdev (processes)" ;;
    *) mpjrun_fail "-dev $1: expected multicore, niodev or hybdev" ;;
  esac
  mpjrun_device="$1"
}

bipj_mpjrun() {
  local ranks= path= machines= given=() jvm=() program=() mpjrun_device mpjrun_mode mpjrun_takes_value word
  mpjrun_set_device multicore
  while [ $# -gt 0 ]; do
    word="$1"
    case $word in
      -np | -dev | -machinesfile | -wdir | -cp | -classpath | --class-path | -jar | -dport | -mpjport | -sport | \
        -mxboardnum | -headnodeip | -psl | -src)
        [ $# -ge 2 ] || mpjrun_fail "$word: expected a value behind it"
        shift
        ;;
    esac
    case $word in
      -np) ranks="$1" ;;
      -dev) mpjrun_set_device "$1" ;;
      -machinesfile) machines="$1" ;;
      -wdir) given+=(-wdir "$1") ;;
      -cp | -classpath | --class-path) path="$1" ;;
      -dport | -mpjport | -sport | -mxboardnum | -headnodeip | -psl | -src)
        echo "mpjrun.sh: $word has no effect" >&2
        ;;
      -h | -help | --help)
        mpjrun_usage
        exit 0
        ;;
      -jar)
        [ -f "$1" ] || mpjrun_fail "-jar $1: there is no such file"
        if [ -z "$path" ]; then
          program=(-jar "$1")
        else
          program=(-cp "$path:$1" "$(mpjrun_main_class "$1")")
        fi
        shift
        break
        ;;
      --*)
        if ! mpjrun_is_of_jvm "$word"; then
          case $word in --mode=*) mpjrun_mode=() ;; esac
          given+=("$word")
        elif [ -n "$mpjrun_takes_value" ]; then
          [ $# -ge 2 ] || mpjrun_fail "$word: expected a value behind it"
          jvm+=("$word" "$2")
          shift
        else
          jvm+=("$word")
        fi
        ;;
      -*) jvm+=("$word") ;;
      *)
        program=(-cp "${path:+$path:}$PWD" "$word")
        shift
        break
        ;;
    esac
    shift
  done
  if [ ${#program[@]} = 0 ]; then
    mpjrun_usage >&2
    exit 2
  fi
  [ -z "$ranks" ] || given+=(-n "$ranks")
  if [ -n "$machines" ] && [ "$mpjrun_device" != multicore ]; then
    given+=(--hostfile "$machines")
  fi
  # Programs find their own arguments behind the three that MPJ Express passes, and Init returns them without these.
  bipj_exec_mpirun ${given[@]+"${given[@]}"} ${mpjrun_mode[@]+"${mpjrun_mode[@]}"} -x BIPJ_THREAD_LEVEL=multiple -x BIPJ_MPJ_ARGUMENTS=3 \
    java ${jvm[@]+"${jvm[@]}"} "${program[@]}" '%{bipj.rank}' mpjrun.conf "$mpjrun_device" "$@"
}

bipj_javac() {
  local dialect=openmpi api path= options=() facade="$BIPJ_LIB/mpi-bip.jar"
  while [ $# -gt 0 ]; do
    case $1 in
      --dialect)
        [ $# -ge 2 ] || fail "--dialect: expected openmpi or mpj behind it"
        dialect="$2"
        shift
        ;;
      --dialect=*) dialect="${1#*=}" ;;
      -cp | -classpath | --class-path)
        [ $# -ge 2 ] || fail "$1: expected a class path behind it"
        path="$2"
        shift
        ;;
      --class-path=*) path="${1#*=}" ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  bipj_join_jars lib compile
  case $dialect in
    openmpi) api="$BIPJ_JARS" ;;
    mpj) api="${BIPJ_JARS%%"$facade"*}$BIPJ_PARTS/mpj/mpi-1.2.jar${BIPJ_JARS#*"$facade"}" ;;
    *) fail "--dialect $dialect: expected openmpi (Open MPI's Java bindings) or mpj (mpiJava 1.2, MPJ Express)" ;;
  esac
  exec "$BIPJ_JDK/bin/javac" -cp "$api:${path:-${CLASSPATH:-.}}" ${options[@]+"${options[@]}"}
}
