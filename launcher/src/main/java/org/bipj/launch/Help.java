package org.bipj.launch;

/** What {@code --help} and {@code --version} print. */
final class Help {
    /** The help. */
    static final String TEXT = """
            Usage: mpirun [OPTIONS] java [JVM OPTIONS] -cp CLASSPATH Main [ARGS...]
            Runs a program as the ranks of one job. Also: java -jar, java -m, java @argfile, java Main.java, the path
            of a java executable, or a script that ends in java. The library is put onto the class path, and JVM
            options that N JVMs on one machine need are added, unless you gave others.

              -n, -np, -c N             number of ranks; default: one per core. More ranks than cores are allowed
              --mode process|thread|sim a rank is a JVM process (default), a thread of one JVM, or a coroutine on
                                        a simulated Myrinet cluster, in virtual time
              -x NAME[=VALUE]           sets an environment variable in all ranks (all are inherited anyway)
              --bind-to core|hwthread|none
                                        binds the rank's thread to a core; default: none, which was measured faster
              --tag-output              begins each line with [1,RANK]<stdout>: or <stderr>:
              --output-filename DIR     writes output also to DIR/1/rank.N/stdout and stderr; DIR:nocopy: only there
              --timeout SECONDS         then prints what all ranks do and ends the job with exit code 124
              --deadlock abort|report|off
                                        where all ranks wait for each other: prints who waits for what, and ends the
                                        job with exit code 123 (default), or leaves it as it is; or does nothing
              --oversubscribe, --allow-run-as-root
                                        accepted, without effect: both are allowed
              --help, --version

            With --mode sim:
              --platform NAME|FILE      lab (default), bip-ppro200, das64, now100, or a file of your own
              --seed N                  decides everything that is left to chance; default 1
              --faults SPEC             what breaks, where and when: one or more, with commas between, of
                                          flip|drop|truncate[@CABLE[-in|-out]]:rate=PROBABILITY or :worm=NUMBER
                                          cut@CABLE[:at=TIME], dead@hostN[:at=TIME], stall@hostN[:at=TIME]:for=TIME
                                        CABLE is any, hostN or switchN.PORT; example: flip:rate=1e-7,cut@host3:at=2ms
              --trace FILE              writes what happened for the Chrome trace viewer or Perfetto
              --set KEY=VALUE           changes a constant of the platform; may be given several times

            SIGUSR1 to mpirun prints what all ranks do; the job goes on.
            Exit code: that of the first rank that fails, 128 plus the number for a signal; 2 for a wrong command line,
            123 for a deadlock, 124 for --timeout.
            Standard input goes to rank 0. Environment: BIPJ_SHM_DIR (directory of the shared memory, default
            /dev/shm), BIPJ_GRACE_MS (from SIGTERM to SIGKILL, default 2000), BIPJ_AOT=off (no start-up cache),
            TMPDIR (for files with stacks), BIPJ_DEADLOCK_SECONDS (how long nothing happens in a deadlock before it is
            reported, default 5; meant for tests).
            """;

    private Help() {}

    /** The version of the library, with that of the JVM. */
    static String version() {
        String version = Help.class.getPackage().getImplementationVersion();
        return "mpirun (BIPJ) " + (version == null ? "of an unpacked build" : version) + ", Java "
                + System.getProperty("java.version");
    }
}
