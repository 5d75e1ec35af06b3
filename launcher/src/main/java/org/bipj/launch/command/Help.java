package org.bipj.launch.command;

/** What {@code --help} and {@code --version} print. */
public final class Help {
    /** The help. */
    public static final String TEXT = """
            Usage: mpirun [OPTIONS] java [JVM OPTIONS] -cp CLASSPATH Main [ARGS...]
                   mpirun [OPTIONS] -n N java ... A [ARGS...] : -n N java ... B [ARGS...]
            Runs a program as the ranks of one job. Also: java -jar, java -m, java @argfile, java Main.java, the path
            of a java executable, or a script that ends in java. mpirun adds the library to the class path, and JVM
            options that N JVMs on one machine need, unless you gave others. Several programs, separated by a lone
            ":", form one job. Options "of each program" apply to one program, the others to all.

              --mode process|thread|sim a rank is a JVM process (default), a thread of one JVM, or a coroutine on
                                        a simulated Myrinet cluster, in virtual time
              --bind-to core|hwthread|none
                                        binds the rank's thread to a core; default: none, which is as fast
              --check-types             a receive of another type than was sent is an error (always so in sim mode)
              --profile                 at the end prints calls, bytes and seconds of each MPI operation; in sim mode
                                        the seconds are virtual
              --tag-output              begins each line with [1,RANK]<stdout>: or <stderr>:
              --output-filename DIR     writes output also to DIR/1/rank.N/stdout and stderr; DIR:nocopy: only there
              --merge-stderr-to-stdout  ranks write to standard output alone
              --timeout SECONDS         after this time prints what all ranks do and ends the job with exit code 124
              --deadlock abort|report|off
                                        when all ranks wait for each other: prints what each waits for, and ends the
                                        job with exit code 123 (default), or leaves it running; or does nothing
              -v, --verbose             shows the commands that are started
              -q, --quiet               prints no messages about slow starts and options without effect
              --display-map, --report-bindings
                                        show the program and the processor of each rank
              --oversubscribe           more ranks than slots, where hosts are several; on one host they are allowed
              --launch-agent CMD        starts the supervisors of other hosts, called as ssh is: CMD HOST COMMAND...
              --net-timeout SECONDS     a host that is silent for this time ends the job; default: 30
              --net tcp|ucx|auto        what carries messages between hosts; auto (the default) takes UCX where all hosts
                                        have it in trusted networks, else TCP
              --net-trusted SUBNET,...  networks in which UCX, whose connections prove nothing, may be used by auto
              --allow-run-as-root       accepted, without effect: it is allowed
              --mca KEY VALUE, --prtemca KEY VALUE and other settings of Open MPI's parts
                                        accepted, without effect; one line says so
              --help, --version

            Of each program:
              -n, -np, -c N             number of ranks; default: one per core. More ranks than cores are allowed
              -N, --npernode N          number of ranks on a host
              -H, --host NAME[:N],...   the hosts to run on, each with N slots (default 1); docs/MACHINES.md
              --hostfile FILE           the same from a file, with lines such as: NAME slots=N
              --map-by node             ranks go to the hosts in turn, else hosts are filled one after the other;
                                        ppr:N:node and ppr:N:core give the number of ranks on a host; other places
                                        and --rank-by are accepted
              --wdir DIR                the ranks' working directory
              -x NAME[=VALUE]           sets an environment variable in the ranks (all are inherited anyway)

            With --mode sim:
              --platform NAME|FILE      lab (default), bip-ppro200, das64, now100, or a file of your own
              --seed N                  seed of all random decisions; default 1
              --jitter                  delays the work of hosts and what arrives there at random, up to 102 us each
                                        time: each seed gives another legal interleaving, the same one in each run
              --faults SPEC             what breaks, where and when: one or more, with commas between, of
                                          flip|drop|truncate[@CABLE[-in|-out]]:rate=PROBABILITY or :worm=NUMBER
                                          cut@CABLE[:at=TIME], dead@hostN[:at=TIME], stall@hostN[:at=TIME]:for=TIME
                                        CABLE is any, hostN or switchN.PORT; example: flip:rate=1e-7,cut@host3:at=2ms
              --trace FILE              writes what happened for the Chrome trace viewer or Perfetto
              --set KEY=VALUE           changes a constant of the platform; may be given several times
              --virtual-time            System.nanoTime and currentTimeMillis return virtual time, as MPI.wtime does;
                                        Thread.sleep takes virtual time in any case

            SIGUSR1 to mpirun prints what all ranks do; the job goes on.
            Exit code: that of the first rank that fails, 128 plus the number for a signal; 2 for a wrong command line,
            123 for a deadlock, 124 for --timeout.
            Standard input goes to rank 0. Environment: BIPJ_SHM_DIR (directory of the shared memory, default
            /dev/shm), BIPJ_GRACE_MS (from SIGTERM to SIGKILL, default 2000), BIPJ_AOT=off (no start-up cache),
            TMPDIR (for files with stacks), BIPJ_DEADLOCK_SECONDS (how long nothing has happened before a deadlock is
            reported, default 5; for tests), BIPJ_FANOUT (supervisors that one starts, default 32; for tests).
            """;

    private Help() {}

    /** The version of the library, with that of the JVM. */
    public static String version() {
        String version = Help.class.getPackage().getImplementationVersion();
        return "mpirun (BIPJ) " + (version == null ? "of an unpacked build" : version) + ", Java "
                + System.getProperty("java.version");
    }
}
