package org.bipj.launch.command;

import org.bipj.launch.system.LauncherVariables;

/** The texts that {@code --help} and {@code --version} print. */
public final class Help {
    /** The help. */
    public static final String TEXT = """
            Usage: mpirun [OPTIONS] java [JVM OPTIONS] -cp CLASSPATH Main [ARGS...]
                   mpirun [OPTIONS] -n N java ... A [ARGS...] : -n N java ... B [ARGS...]
            Runs a program as the ranks of one job. The command can also be java -jar, java -m, java @argfile,
            java Main.java, the path of a java executable, or a script that ends in java. mpirun adds the library to
            the class path, and JVM options that N JVMs on one machine need, unless you set them. Several programs,
            separated by a single ":", form one job. Options "of each program" apply to one program, the others to all.

              --mode process|thread|sim a rank is a JVM process (default), a thread of one JVM, or a coroutine on
                                        a simulated Myrinet cluster, in virtual time
              --bind-to core|hwthread|l2cache|l3cache|socket|numa|user:LIST,...|none
                                        binds each rank's thread to a core, or to all cores that share a cache, socket
                                        or NUMA node; default: none, which is as fast. --map-by socket and the like
                                        spread bound ranks; --map-by slot:PE=N gives each N cores
              --cpu-set LIST            processors, such as 0-3,8, that ranks may use on each host
              --rankfile FILE           hosts and cores of ranks, with lines such as: rank 0=NAME slot=0-1
              --check[=LIST]            tells what is wrong with the use of MPI, on which ranks and lines, and ends the job
                                        with exit code 122: docs/CHECKING.md. LIST: unsafe (sends wait for their receives), races
                                        (lists receives that could have matched another message), json:FILE
              --check-types             a receive whose type differs from the send's is an error (always in sim mode)
              --profile                 prints calls, bytes and seconds of each MPI operation when the job ends; in
                                        sim mode the seconds are virtual
              --timestamp-output        begins each line of output with the time
              --tag-output              begins each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:
              --output-filename DIR     also writes output to DIR/1/rank.N/stdout and stderr; DIR:nocopy: only there
              --merge-stderr-to-stdout  writes the ranks' standard error to standard output
              --timeout SECONDS         after this time prints what each rank does and ends the job with exit code 124
              --deadlock abort|report|off
                                        what to do when all ranks wait for each other: print what each waits for and
                                        end the job with exit code 123 (abort, the default) or let it run (report);
                                        off: do not detect this
              -v, --verbose             prints the commands that mpirun starts
              -q, --quiet               suppresses messages about slow starts and options without effect, such as those
                                        for other hosts in a job of this host alone
              --display-map, --report-bindings, --display-allocation
                                        print the program and the processors of each rank; hosts and slots
              --do-not-launch           prints these and ends
              --report-pid -|+|FILE     prints the process id of mpirun to standard output, standard error or a file
              --stdin RANK|all|none     the rank that reads standard input; default: 0
              --app FILE                takes programs with their options from a file, one per line
              --oversubscribe           allows more ranks than slots on several hosts; on one host this is the default,
                                        and --nooversubscribe refuses them
              --nolocal                 runs no rank on this host
              --launch-agent CMD        starts the supervisors on other hosts, instead of ssh: CMD HOST COMMAND...
              --net-timeout SECONDS     ends the job when a host is silent for this time; default: 30
              --net tcp|ucx|auto        transport between hosts; auto (the default): UCX if all hosts have it and are in
                                        trusted networks, else TCP
              --net-trusted SUBNET,...  networks in which auto may use UCX, whose connections are not authenticated
              --net-ports FROM-TO       ports on which ranks listen, for firewalls: one for each rank of a host
              --allow-run-as-root       accepted, without effect: root may always run jobs
              --mca KEY VALUE and other options of Open MPI and MPICH
                                        work under their names, or have no effect; mpirun prints one line about those
              --help, --version

            Of each program:
              -n, -np, -c N             number of ranks; default: one per core, or per slot of the hosts. More ranks than cores are allowed
              -N, --npernode N          number of ranks on each host
              -H, --host NAME[:N],...   the hosts to run on, each with N slots (default 1); docs/MACHINES.md. Default:
                                        the hosts of the Slurm allocation, if there is one, else this host
              --hostfile FILE           the same from a file, with lines such as: NAME slots=N
              --map-by node             assigns ranks to the hosts in turn; default: fills one host after the other.
                                        ppr:N:node and ppr:N:core set the number of ranks on each host
              --path DIRS               looks for the program in these directories, then in PATH
              --wdir DIR                the ranks' working directory
              -x NAME[=VALUE]           sets an environment variable in the ranks (all are inherited anyway)

            With --mode sim:
              --platform NAME|FILE      lab (default), bip-ppro200, das64, now100, or a file of your own
              --seed N                  seed of all random decisions; default 1
              --jitter                  delays the work of hosts and arrivals there at random, up to 102 us each: each
                                        seed gives another legal interleaving, which is the same in each run
              --faults SPEC             what fails, where and when: one or more of these, separated by commas:
                                          flip|drop|truncate[@CABLE[-in|-out]]:rate=PROBABILITY or :worm=NUMBER
                                          cut@CABLE[:at=TIME], heal@CABLE:at=TIME, dead@hostN[:at=TIME],
                                          stall@hostN[:at=TIME]:for=TIME
                                        CABLE is any, hostN or switchN.PORT; example: flip:rate=1e-7,cut@host3:at=2ms
              --trace FILE              writes a trace of the run for the Chrome trace viewer or Perfetto
              --set KEY=VALUE           changes a constant of the platform; may be given several times
              --virtual-time            System.nanoTime and currentTimeMillis return virtual time, as MPI.wtime does;
                                        Thread.sleep takes virtual time in any case

            On SIGUSR1 mpirun prints what each rank does; the job continues.
            Exit code: that of the first rank that fails, or 128 plus the number of the signal that ended it; 2 for a
            wrong command line, 122 for what --check finds, 123 for a deadlock, 124 for --timeout.
            Environment: BIPJ_SHM_DIR (directory of the shared memory, default
            /dev/shm), BIPJ_GRACE_MS (time from SIGTERM to SIGKILL, default 2000), BIPJ_AOT=off (no start-up cache),
            TMPDIR (for files with stacks), BIPJ_DEADLOCK_SECONDS (how long a deadlock lasts before it is reported,
            default 5; for tests), BIPJ_FANOUT (how many supervisors each supervisor starts, default 32; for tests).
            """;

    private Help() {}

    /** The version of the library, with that of the JVM. */
    public static String version() {
        String version = Help.class.getPackage().getImplementationVersion();
        return "mpirun (BIPJ) " + (version == null ? "of an unpacked build" : version) + ", Java "
                + LauncherVariables.property(LauncherVariables.JDK_RELEASE);
    }
}
