package org.bipj.launch.command;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.bipj.shm.job.RankEnvironment;

/**
 * The options of {@code mpirun}, a row for each: its names, what follows them, and its help; {@link #take} has what each does
 * with a command line. Parser, help, manual page and completions of shells follow from the rows. Other launchers' names, and
 * options without effect, are in {@link OtherOptions}.
 *
 * <p>No row has code of its own, because each lambda or subclass would lengthen every start of {@code mpirun}.
 */
public enum Option {
    // ---- of the job
    MODE("--mode", "process|thread|sim", """
            a rank is a JVM process (default), a thread of one JVM, or a coroutine on
            a simulated Myrinet cluster, in virtual time"""),
    BIND_TO("--bind-to", "core|hwthread|l2cache|l3cache|socket|numa|user:LIST,...|none", """
            binds each rank's thread to a core, or to all cores that share a cache, socket
            or NUMA node; default: none, which is as fast. --map-by socket and the like
            spread bound ranks; --map-by slot:PE=N gives each N cores"""),
    CPU_SET("--cpu-set", "LIST", """
            processors, such as 0-3,8, that ranks may use on each host"""),
    RANKFILE("--rankfile", "FILE", """
            hosts and cores of ranks, with lines such as: rank 0=NAME slot=0-1"""),
    CHECK("--check[=LIST]", "", """
            tells what is wrong with the use of MPI, on which ranks and lines, and ends the job
            with exit code 122: docs/CHECKING.md. LIST: unsafe (sends wait for their receives), races
            (lists receives that could have matched another message), json:FILE"""),
    CHECK_TYPES("--check-types", "", """
            a receive whose type differs from the send's is an error (always in sim mode)"""),
    PROFILE("--profile[=csv:FILE]", "", """
            prints calls, bytes and seconds of each MPI operation and who sends to whom when the job
            ends; in sim mode the seconds are virtual. csv:FILE: writes all of it as CSV, too"""),
    REPORT("--report", "", """
            prints a screen when the job ends: the slowest rank, imbalance, waiting by call site,
            queues, hints; costs what --profile costs: docs/SEEING.md"""),
    TIMELINE("--timeline", "FILE", """
            records calls, messages and garbage collections of each rank; bipj view FILE makes a
            page of it: docs/SEEING.md. FILE.json: for Perfetto or the Chrome trace viewer"""),
    RECORD("--record", "DIR", """
            records in DIR, which is empty or not there, what each rank does where MPI leaves it
            open, such as the sources of receives from any rank: docs/REPLAYING.md"""),
    REPLAY("--replay", "DIR", """
            has the ranks do what is recorded in DIR, in any mode"""),
    TIMESTAMP_OUTPUT("--timestamp-output", "", """
            begins each line of output with the time"""),
    TAG_OUTPUT("--tag-output", "", """
            begins each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:"""),
    OUTPUT_FILENAME("--output-filename", "DIR", """
            also writes output to DIR/1/rank.N/stdout and stderr; DIR:nocopy: only there"""),
    MERGE_ERRORS("--merge-stderr-to-stdout", "", """
            writes the ranks' standard error to standard output"""),
    TIMEOUT("--timeout", "SECONDS", """
            after this time prints what each rank does and ends the job with exit code 124"""),
    DEADLOCK("--deadlock", "abort|report|off", """
            what to do when all ranks wait for each other: print what each waits for and
            end the job with exit code 123 (abort, the default) or let it run (report);
            off: do not detect this"""),
    WITH_FT("--with-ft[=ulfm|mpi|no]", "", """
            a rank that dies does not end the job: calls of the others that need it throw ERR_PROC_FAILED,
            and they may go on without it: docs/SURVIVING.md. The word may also follow a space;
            no: a death ends the job (the default)"""),
    VERBOSE("-v, --verbose", "", """
            prints the commands that mpirun starts, and at the end of each rank how far the
            cores are that it has written much to"""),
    QUIET("-q, --quiet", "", """
            suppresses messages about slow starts and options without effect, such as those
            for other hosts in a job of this host alone, and the summary of a simulated job"""),
    DISPLAY_MAP("--display-map", "", null),
    REPORT_BINDINGS("--report-bindings", "", null),
    DISPLAY_ALLOCATION("--display-allocation", "", """
            print the program and the processors of each rank; hosts and slots"""),
    DO_NOT_LAUNCH("--do-not-launch", "", """
            prints these and ends"""),
    REPORT_PID("--report-pid", "-|+|FILE", """
            prints the process id of mpirun to standard output, standard error or a file"""),
    STDIN("--stdin", "RANK|all|none", """
            the rank that reads standard input; default: 0"""),
    APP("--app", "FILE", """
            takes programs with their options from a file, one per line"""),
    OVERSUBSCRIBE("--oversubscribe", "", """
            allows more ranks than slots on several hosts, those that ranks start among them;
            on one host this is the default, and --nooversubscribe refuses them"""),
    NOLOCAL("--nolocal", "", """
            runs no rank on this host"""),
    LAUNCH_AGENT("--launch-agent", "CMD", """
            starts the supervisors on other hosts, instead of ssh: CMD HOST COMMAND..."""),
    NET_TIMEOUT("--net-timeout", "SECONDS", """
            ends the job when a host is silent for this time; default: 30"""),
    NET("--net", "tcp|ucx|auto", """
            transport between hosts; auto (the default): UCX if all hosts have it and are in
            trusted networks, else TCP"""),
    NET_TRUSTED("--net-trusted", "SUBNET,...", """
            networks in which auto may use UCX, whose connections are not authenticated"""),
    NET_PORTS("--net-ports", "FROM-TO", """
            ports on which ranks listen, for firewalls: one for each rank of a host"""),
    ALLOW_ROOT("--allow-run-as-root", "", """
            accepted, without effect: root may always run jobs"""),
    MCA("--mca", "KEY VALUE and other", """
            options of Open MPI and MPICH
            work under their names, or have no effect; mpirun prints one line about those"""),
    HELP("--help", "", null),
    VERSION("--version", "", ""),

    // ---- of each program
    RANKS("-n, -np, -c", "N", """
            number of ranks; default: one per core, or per slot of the hosts. More ranks than cores are allowed"""),
    RANKS_PER_HOST("-N, --npernode", "N", """
            number of ranks on each host"""),
    HOST("-H, --host", "NAME[:N],...", """
            the hosts to run on, each with N slots (default 1); docs/MACHINES.md. Default:
            the hosts of the Slurm allocation, if there is one, else this host"""),
    HOSTFILE("--hostfile", "FILE", """
            the same from a file, with lines such as: NAME slots=N"""),
    MAP_BY("--map-by", "node", """
            assigns ranks to the hosts in turn; default: fills one host after the other.
            ppr:N:node and ppr:N:core set the number of ranks on each host"""),
    PATH("--path", "DIRS", """
            looks for the program in these directories, then in PATH"""),
    DIRECTORY("--wdir", "DIR", """
            the ranks' working directory"""),
    EXPORT("-x", "NAME[=VALUE]", """
            sets an environment variable in the ranks (all are inherited anyway)"""),
    PSET("--pset", "NAME", """
            names the program's ranks, as a process set of sessions of MPI; programs with the
            same name form one set"""),
    SERVICE("--service", "", """
            the program serves the others: its ranks are ended when all others have ended,
            which is no failure. MPI.Finalize of these would wait for it"""),

    // ---- of a simulated cluster
    PLATFORM("--platform", "NAME|FILE", """
            lab (default), bip-ppro200, das64, now100, or a file of your own"""),
    SEED("--seed", "N", """
            seed of all random decisions; default 1"""),
    SEEDS("--seeds", "FROM..TO", """
            runs the job with these seeds, one after the other, until one fails; prints the command
            that repeats it: docs/SIMULATION.md"""),
    JITTER("--jitter", "", """
            delays the work of hosts and arrivals there at random, up to 102 us each: each
            seed gives another legal interleaving, which is the same in each run"""),
    FAULTS("--faults", "SPEC", """
            what fails, where and when: one or more of these, separated by commas:
              flip|drop|truncate[@CABLE[-in|-out]]:rate=PROBABILITY or :worm=NUMBER
              cut@CABLE[:at=TIME], heal@CABLE:at=TIME, dead@hostN[:at=TIME],
              stall@hostN[:at=TIME]:for=TIME
              kill@hostN:at=TIME, start@hostN:at=TIME (with --ip: a host with its program)
            CABLE is any, hostN or switchN.PORT; example: flip:rate=1e-7,cut@host3:at=2ms"""),
    TRACE("--trace", "FILE", """
            writes a trace of the run for the Chrome trace viewer or Perfetto"""),
    SET("--set", "KEY=VALUE", """
            changes a constant of the platform; may be given several times"""),
    EXPLORE("--explore", "", """
            runs the program for each way in which MPI may do what it leaves open, and tells
            what differs and what fails; bipj explore is the same: docs/EXPLORING.md"""),
    BUDGET("--budget", "RUNS|TIME", """
            ends --explore after so many runs, or after a time such as 10s or 5min"""),
    BOUND("--bound", "K", """
            how often in a row a test or probe fails in --explore although it need not; default: 1"""),
    BUFFERS("--buffers", "none|short|all", """
            with --explore, standard sends that are buffered; short (the default): as the platform does"""),
    CHOICES("--choices", "FILE", """
            repeats a run that --explore has found"""),
    VIRTUAL_TIME("--virtual-time", "", """
            all clocks of the JDK show virtual time, from 1 January 1998, and random numbers
            without a seed follow from --seed; Thread.sleep takes virtual time in any case"""),
    IP("--ip", "", """
            each rank is a host with TCP/IP, whose program uses java.net and its own threads, and
            neither MPI nor another system of messages; names are node0, node1 ... and
            localhost. Implies --virtual-time; docs/IP.md. With --mode process the same programs
            run for real: node0 is 127.0.0.1, node1 127.0.0.2 and so on"""),
    HOST_DIR("--host-dir", "DIR", """
            with --ip: the folders of the hosts, which programs find by the property
            bipj.host.dir, are DIR/node0 and so on, and stay; default: temporary ones"""),
    UNTIL("--until", "TIME", """
            ends the run at this virtual time, such as 2.5ms or 10s: prints what each rank does
            and the summary of the run, with exit code 124"""),

    TWICE("--twice", "", """
            runs the job again, in another JVM, and prints the first event or output of a rank
            that differs, with exit code 121. Ranks have no standard input"""),

    // ---- not in the help: names of other launchers; and, of the script bipj for programs that it supplies, how many
    // of a
    // program's first words follow, and that options may also stand among its other words
    HELP_LETTER("-h", ""),
    VERSION_LETTER("-V", ""),
    MACHINEFILE("--machinefile", "FILE"),
    WD("--wd", "DIR"),
    NOOVERSUBSCRIBE("--nooversubscribe", ""),
    USE_THREADS("--use-hwthread-cpus", ""),
    CPU_LIST("--cpu-list", "LIST"),
    CPUS_PER_RANK("--cpus-per-proc", "N"),
    PER_NODE("--pernode", ""),
    PPR("--ppr", "N:PLACE"),
    PER_SOCKET("--npersocket", "N"),
    RANK_BY("--rank-by", "PLACE"),
    OUTPUT("--output, --display", "WORD,..."),
    GENV("--genv", "NAME VALUE"),
    ENV("--env", "NAME VALUE"),
    SUPPLIED("--bipj-program", "N"),
    MIXED("--bipj-mixed", "");

    /** How many values an option takes. */
    enum Values {
        NONE,
        ONE,
        /** One, only behind {@code =}. */
        OPTIONAL,
        TWO,
        /** As {@link OtherOptions} says. */
        ELSEWHERE
    }

    /** Options under a title of the help, which is empty for the first ones. */
    public record Section(String title, List<HelpEntry> entries) {}

    private static final Option[] ALL = values();

    private final String names;
    private final String follows;
    private final String help;

    /** An option that the help does not show. */
    Option(String names, String follows) {
        this(names, follows, "");
    }

    /**
     * An option.
     *
     * @param names with commas between, as the help shows them; on a command line one dash or two are the same
     * @param follows what follows a name, as the help shows it; empty: nothing
     * @param help what it does, in lines, of which those that belong to the one before begin with spaces; null: the next row has
     *     the text for both
     */
    Option(String names, String follows, String help) {
        this.names = names;
        this.follows = follows;
        this.help = help;
    }

    // ---- the parser --------------------------------------------------------------------------------------------

    /** The option of a name without dashes; null if there is none. */
    static Option find(String name) {
        for (Option one : ALL) {
            if (one.isNamed(name)) {
                return one;
            }
        }
        return null;
    }

    private boolean isNamed(String name) {
        for (int from = 0; from < names.length(); ) {
            int comma = names.indexOf(',', from);
            int end = comma < 0 ? names.length() : comma;
            int bracket = names.indexOf('[', from);
            int start = names.charAt(from + 1) == '-' ? from + 2 : from + 1;
            int length = (bracket < 0 ? end : bracket) - start;
            if (length == name.length() && names.startsWith(name, start)) {
                return true;
            }
            from = end + 2;
        }
        return false;
    }

    /** As the help shows them, and those of options that it does not show. */
    String names() {
        return names;
    }

    Values takes() {
        if (this == MCA) {
            return Values.ELSEWHERE;
        }
        if (names.endsWith("]")) {
            return Values.OPTIONAL;
        }
        return follows.isEmpty() ? Values.NONE : follows.contains(" ") ? Values.TWO : Values.ONE;
    }

    /** True if it says how {@code --explore} works. Behind the first word of a program it is that program's. */
    boolean isOfExploration() {
        return this == BUDGET || this == BOUND || this == BUFFERS;
    }

    /** True if a command that repeats a run of {@code --explore} has it as it was given. */
    boolean isRepeated() {
        return !isOfExploration()
                && this != EXPLORE
                && this != CHOICES
                && this != SEEDS
                && this != MODE
                && this != RANKS
                && this != OUTPUT_FILENAME
                && this != APP
                && this != SUPPLIED
                && this != MIXED;
    }

    /** True if it runs nothing. Behind the first word of a program it is that program's. */
    boolean isAlone() {
        return this == HELP || this == HELP_LETTER || this == VERSION || this == VERSION_LETTER;
    }

    /** True for the words of the option's value that may also follow a space, where none is required. */
    boolean takesWord(String word) {
        return this == WITH_FT && OptionValues.FAULT_TOLERANCE.contains(word);
    }

    /**
     * Does what the option does.
     *
     * @param word the option's name as it was given; of two values the first
     * @param value null where there is none
     */
    void take(CommandLine line, String word, String value) {
        Options options = line.options;
        ProgramOptions program = line.program;
        if (compareTo(PLATFORM) >= 0 && compareTo(TWICE) <= 0 && this != IP && this != HOST_DIR) {
            line.simOnly = names;
        }
        switch (this) {
            case MODE -> options.mode = OptionValues.mode(value);
            case BIND_TO -> line.bindTo = List.of(word, value);
            case CPU_SET -> line.cpus(word, value);
            case RANKFILE -> line.rankFile = List.of(word, value);
            case CHECK -> line.checks = value == null ? "on" : OptionValues.checks(value);
            case CHECK_TYPES -> line.checkTypes = true;
            case PROFILE -> line.profile(value);
            case REPORT -> options.report = true;
            case TIMELINE -> options.timeline = OptionValues.written("--timeline", value);
            case RECORD -> line.choices(OptionValues.folder(word, value), false);
            case REPLAY -> line.choices(OptionValues.folder(word, value), true);
            case TIMESTAMP_OUTPUT -> options.timestampOutput = true;
            case TAG_OUTPUT -> options.tagOutput = true;
            case OUTPUT_FILENAME -> line.output(value);
            case MERGE_ERRORS -> options.mergeErrors = true;
            case TIMEOUT -> options.timeoutMillis = OptionValues.timeoutMillis(value);
            case DEADLOCK -> line.deadlock = OptionValues.deadlock(value);
            case WITH_FT -> options.survivesDeaths = OptionValues.faultTolerance(word, value);
            case VERBOSE -> {
                options.verbose = true;
                options.environment.put(RankEnvironment.VERBOSE, "1");
            }
            case QUIET -> options.quiet = true;
            case DISPLAY_MAP -> options.displayMap = true;
            case REPORT_BINDINGS -> options.reportBindings = true;
            case DISPLAY_ALLOCATION -> options.displayAllocation = true;
            case DO_NOT_LAUNCH -> options.launches = false;
            case REPORT_PID -> options.pidChannel = value;
            case STDIN -> options.stdin = OptionValues.stdin(value);
            case APP -> line.appFile = value;
            case OVERSUBSCRIBE -> options.oversubscribe = true;
            case NOLOCAL -> options.noLocal = true;
            case LAUNCH_AGENT -> line.launchAgent(word, value);
            case NET_TIMEOUT -> line.netTimeout(word, value);
            case NET -> line.network(word, value);
            case NET_TRUSTED -> line.trusted(word, value);
            case NET_PORTS -> line.netPorts(word, value);
            case HELP, HELP_LETTER -> options.help = true;
            case VERSION, VERSION_LETTER -> options.version = true;
            case RANKS -> program.ranks = OptionValues.ranks(word, value);
            case RANKS_PER_HOST -> program.ranksPerHost = OptionValues.ranks(word, value);
            case HOST -> line.hosts(word, value);
            case HOSTFILE, MACHINEFILE -> line.hostFile(word, value);
            case MAP_BY -> line.mapBy(word, value);
            case PATH -> program.path = value;
            case DIRECTORY, WD -> program.directory = OptionValues.directory(word, value);
            case EXPORT -> line.export(value);
            case PSET -> line.processSet(value);
            case SERVICE -> program.service = true;
            case PLATFORM -> options.platform = value;
            case SEED -> options.seed = OptionValues.seed(value);
            case SEEDS -> line.seeds = SeedPlan.of(value);
            case JITTER -> options.jitter = true;
            case FAULTS -> options.faults = value;
            case TRACE -> options.trace = OptionValues.trace(value);
            case SET -> options.overrides.add(value);
            case EXPLORE -> line.explores = true;
            case BUDGET -> line.exploring(word, line.exploration.within(value));
            case BOUND -> line.exploring(word, line.exploration.bound(value));
            case BUFFERS -> line.exploring(word, line.exploration.buffers(value));
            case CHOICES -> line.exploration = line.exploration.repeating(value);
            case VIRTUAL_TIME -> options.virtualTime = true;
            case IP -> options.ip = true;
            case HOST_DIR -> options.hostDirectory = OptionValues.hostDirectory(value);
            case UNTIL -> options.untilPs = OptionValues.until(value);
            case TWICE -> options.twice = true;
            case NOOVERSUBSCRIBE -> options.noOversubscribe = true;
            case USE_THREADS -> options.countsThreads = true;
            case CPU_LIST -> line.cpuList(word, value);
            case CPUS_PER_RANK -> line.wide(OptionValues.ranks(word, value));
            case PER_NODE -> program.ranksPerHost = 1;
            case PPR -> line.mapBy(word, "ppr:" + value);
            case PER_SOCKET -> line.mapBy(word, "ppr:" + value + ":socket");
            case RANK_BY -> line.place(word, value);
            case OUTPUT -> line.outputOrDisplay(word, value);
            case GENV -> options.environment.put(word, value);
            case ENV -> program.environment.put(word, value);
            case SUPPLIED -> line.supplied = Integer.parseInt(value);
            case MIXED -> line.mixed = true;
            case ALLOW_ROOT -> {
                // The superuser may run jobs.
            }
            default -> throw new IllegalStateException(this + " does nothing");
        }
    }

    // ---- the help ----------------------------------------------------------------------------------------------

    /** What the help shows, in its order. */
    public static List<Section> sections() {
        return List.of(
                section("", MODE, VERSION),
                section("Of each program", RANKS, SERVICE),
                section("With --mode sim", PLATFORM, TWICE));
    }

    private static Section section(String title, Option first, Option last) {
        List<HelpEntry> entries = new ArrayList<>();
        List<String> shared = new ArrayList<>();
        for (Option one : EnumSet.range(first, last)) {
            shared.addAll(List.of(one.names.split(", ")));
            if (one.help != null) {
                entries.add(new HelpEntry(
                        List.copyOf(shared), one.follows, one.help.lines().toList()));
                shared.clear();
            }
        }
        return new Section(title, entries);
    }

    /** All that the help shows. */
    public static List<HelpEntry> entries() {
        return sections().stream().flatMap(each -> each.entries.stream()).toList();
    }
}
