package org.bipj.launch.mpirun.command;

import static org.bipj.launch.mpirun.command.ValueKey.INHERITED;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.bipj.core.replay.Choices;
import org.bipj.shm.job.RankEnvironment;

/**
 * The options of {@code mpirun}, a row for each: its names, what follows them, what its value is, whether jobs that ranks start have it
 * too, and its help. Parser, help, manual page, completions of shells, and what the JVM of ranks and other jobs learn, follow from the
 * rows; {@link #take} has what an option does that is more than a value. Other launchers' names, and options without effect, are in
 * {@link OtherOptions}.
 *
 * <p>No row has code of its own, because each lambda or subclass would lengthen every start of {@code mpirun}.
 */
public enum Option {
    // ---- of the job
    MODE("--mode", "process|thread|sim", Form.TEXT, INHERITED, """
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
    CHECK("--check[=LIST]", "", Form.CHECKS, INHERITED, """
            tells what is wrong with the use of MPI, on which ranks and lines, and ends the job
            with exit code 122: docs/CHECKING.md. LIST: unsafe (sends wait for their receives), races
            (lists receives that could have matched another message), loads (in sim mode: reads of
            buffers of pending receives), json:FILE"""),
    CHECK_TYPES("--check-types", "", Form.FLAG, """
            a receive whose type differs from the send's is an error (always in sim mode)"""),
    PROFILE("--profile[=csv:FILE]", "", Form.FLAG, """
            prints calls, bytes and seconds of each MPI operation and who sends to whom when the job
            ends; in sim mode the seconds are virtual. csv:FILE: writes all of it as CSV, too"""),
    REPORT("--report", "", Form.FLAG, """
            prints a screen when the job ends: the slowest rank, imbalance, waiting by call site,
            queues, hints; costs what --profile costs: docs/SEEING.md"""),
    TIMELINE("--timeline", "FILE", Form.FILE, """
            records calls, messages and garbage collections of each rank; bipj view FILE makes a
            page of it: docs/SEEING.md. FILE.json: for Perfetto or the Chrome trace viewer. If
            not all could be written, a line says so, and a job without errors ends with 1"""),
    RECORD("--record", "DIR", Form.FOLDER, """
            records in DIR, which is empty or not there, what each rank does where MPI leaves it
            open, such as the sources of receives from any rank: docs/REPLAYING.md"""),
    REPLAY("--replay", "DIR", Form.FOLDER, """
            has the ranks do what is recorded in DIR, in any mode"""),
    TIMESTAMP_OUTPUT("--timestamp-output", "", Form.FLAG, INHERITED, """
            begins each line of output with the time"""),
    TAG_OUTPUT("--tag-output", "", Form.FLAG, INHERITED, """
            begins each line of output with [1,RANK]<stdout>: or [1,RANK]<stderr>:"""),
    OUTPUT_FILENAME("--output-filename", "DIR", Form.TEXT, INHERITED, """
            also writes output to DIR/1/rank.N/stdout and stderr; DIR:nocopy: only there"""),
    MERGE_ERRORS("--merge-stderr-to-stdout", "", Form.FLAG, INHERITED, """
            writes the ranks' standard error to standard output"""),
    TIMEOUT("--timeout", "SECONDS", Form.TIME_LIMIT, """
            after this time prints what each rank does and ends the job with exit code 124"""),
    DEADLOCK("--deadlock", "abort|report|off", Form.DEADLOCK, INHERITED, """
            what to do when all ranks wait for each other: print what each waits for and
            end the job with exit code 123 (abort, the default) or let it run (report);
            off: do not detect this"""),
    WITH_FT("--with-ft[=ulfm|mpi|no]", "", Form.FAULT_TOLERANCE, INHERITED, """
            a rank that dies does not end the job: calls of the others that need it throw ERR_PROC_FAILED,
            and they may go on without it: docs/SURVIVING.md. The word may also follow a space;
            no: a death ends the job (the default)"""),
    VERBOSE("-v, --verbose", "", Form.FLAG, INHERITED, """
            prints the commands that mpirun starts, and at the end of each rank how far the
            cores are that it has written much to"""),
    QUIET("-q, --quiet", "", Form.FLAG, INHERITED, """
            suppresses messages about slow starts, crowded jobs and options without effect, such
            as those for other hosts in a job of this host alone, and the summary of a simulated
            job"""),
    DISPLAY_MAP("--display-map", "", Form.FLAG, null),
    REPORT_BINDINGS("--report-bindings", "", Form.FLAG, null),
    DISPLAY_ALLOCATION("--display-allocation", "", Form.FLAG, """
            print the program and the processors of each rank; hosts and slots"""),
    DO_NOT_LAUNCH("--do-not-launch", "", Form.FLAG, """
            prints these and ends"""),
    REPORT_PID("--report-pid", "-|+|FILE", Form.TEXT, """
            prints the process id of mpirun to standard output, standard error or a file"""),
    STDIN("--stdin", "RANK|all|none", Form.STDIN, """
            the rank that reads standard input; default: 0"""),
    APP("--app", "FILE", """
            takes programs with their options from a file, one per line"""),
    OVERSUBSCRIBE("--oversubscribe", "", Form.FLAG, """
            allows more ranks than slots on several hosts, those that ranks start among them;
            on one host this is the default, and --nooversubscribe refuses them"""),
    NOLOCAL("--nolocal", "", Form.FLAG, """
            runs no rank on this host"""),
    LAUNCH_AGENT("--launch-agent", "CMD", Form.COMMAND, INHERITED, """
            starts the supervisors on other hosts, instead of ssh: CMD HOST COMMAND..."""),
    NET_TIMEOUT("--net-timeout", "SECONDS", Form.SECONDS, INHERITED, """
            ends the job when a host is silent for this time; default: 30"""),
    NET("--net", "tcp|ucx|auto", Form.NETWORK, INHERITED, """
            transport between hosts; auto (the default): UCX if all hosts have it and are in
            trusted networks, else TCP"""),
    NET_TRUSTED("--net-trusted", "SUBNET,...", Form.SUBNETS, INHERITED, """
            networks in which auto may use UCX, whose connections are not authenticated"""),
    NET_PORTS("--net-ports", "FROM-TO", Form.PORTS, INHERITED, """
            ports on which ranks listen, for firewalls: one for each rank of a host"""),
    ALLOW_ROOT("--allow-run-as-root", "", Form.FLAG, """
            accepted, without effect: root may always run jobs"""),
    MCA("--mca", "KEY VALUE and other", """
            options of Open MPI and MPICH
            work under their names, or have no effect; mpirun prints one line about those"""),
    HELP("--help", "", Form.FLAG, null),
    VERSION("--version", "", Form.FLAG, ""),

    // ---- of each program
    RANKS("-n, -np, -c", "N", """
            number of ranks; default: one per core, or per slot of the hosts. More ranks than cores are allowed"""),
    RANKS_PER_HOST("-N, --npernode", "N", """
            number of ranks on each host"""),
    HOST("-H, --host", "NAME[:N],...", """
            the hosts to run on, each with N slots (default 1); docs/MACHINES.md. Default:
            the hosts of OMPI_MCA_orte_default_hostfile, or of the Slurm allocation, if
            there is one, else this host"""),
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
    PLATFORM("--platform", "NAME|FILE", Form.TEXT, """
            lab (default), bip-ppro200, das64, now100, or a file of your own"""),
    SEED("--seed", "N", Form.SEED, """
            seed of all random decisions; default 1"""),
    SEEDS("--seeds", "FROM..TO", """
            runs the job with these seeds, one after the other, until one fails; prints the command
            that repeats it: docs/SIMULATION.md"""),
    JITTER("--jitter", "", Form.FLAG, """
            delays the work of hosts and arrivals there at random, up to 102 us each: each
            seed gives another legal interleaving, which is the same in each run"""),
    FAULTS("--faults", "SPEC", Form.TEXT, """
            what fails, where and when: one or more of these, separated by commas:
              flip|drop|truncate[@CABLE[-in|-out]]:rate=PROBABILITY or :worm=NUMBER
              cut@CABLE[:at=TIME], heal@CABLE:at=TIME, dead@hostN[:at=TIME],
              stall@hostN[:at=TIME]:for=TIME, pause@hostN:at=TIME:for=TIME (with --ip)
              kill@hostN:at=TIME, start@hostN:at=TIME (with --ip: a host with its program;
              with --with-ft kill and dead end a rank with its board)
            CABLE is any, hostN or switchN.PORT; example: flip:rate=1e-7,cut@host3:at=2ms"""),
    CHAOS("--chaos", "SPEC", Form.TEXT, """
            with --ip: faults that the seed draws, and the first line of output shows: one or more
            of these, separated by commas:
              kill=RATE, partition=RATE, pause=RATE (so often for each host and second, such as 0.5)
              restart=TIME (how long each lasts on average; default: 100ms)
              until=TIME (none begins later; default: 1s), hosts=N+FROM-TO (default: all)
            With --seeds, those that the first failure does not need are left out: docs/IP.md"""),
    TRACE("--trace", "FILE", Form.FILE_NAME, """
            writes a trace of the run for the Chrome trace viewer or Perfetto"""),
    SET("--set", "KEY=VALUE", Form.TEXTS, """
            changes a constant of the platform; may be given several times"""),
    EXPLORE("--explore", "", Form.FLAG, """
            runs the program for each way in which MPI may do what it leaves open, and tells
            what differs and what fails; bipj explore is the same: docs/EXPLORING.md"""),
    BUDGET("--budget", "RUNS|TIME", """
            ends --explore after so many runs, or after a time such as 10s or 5min"""),
    BOUND("--bound", "K", """
            how often in a row a test or probe fails in --explore although it need not; default: 1"""),
    DEATHS("--deaths", "K", """
            with --explore, each rank may die before each of its calls, at most K in a run; the others go
            on, as with --with-ft: docs/SURVIVING.md"""),
    BUFFERS("--buffers", "none|short|all", """
            with --explore, standard sends that are buffered; short (the default): as the platform does"""),
    CHOICES("--choices", "FILE", """
            repeats a run that --explore has found"""),
    VIRTUAL_TIME("--virtual-time", "", Form.FLAG, """
            all clocks of the JDK show virtual time, from 1 January 1998, and random numbers
            without a seed follow from --seed; Thread.sleep takes virtual time in any case"""),
    IP("--ip", "", Form.FLAG, """
            each rank is a host with TCP/IP, whose program uses java.net and its own threads, and
            neither MPI nor another system of messages; names are node0, node1 ... and
            localhost. Implies --virtual-time; docs/IP.md. With --mode process the same programs
            run for real: node0 is 127.0.0.1, node1 127.0.0.2 and so on"""),
    HOST_DIR("--host-dir", "DIR", Form.HOST_DIRECTORY, """
            with --ip: the folders of the hosts, which programs find by the property
            bipj.host.dir, are DIR/node0 and so on, and stay; default: temporary ones"""),
    UNTIL("--until", "TIME", Form.VIRTUAL_TIME, """
            ends the run at this virtual time, such as 2.5ms or 10s: prints what each rank does
            and the summary of the run, with exit code 124"""),

    TWICE("--twice", "", Form.FLAG, """
            runs the job again, in another JVM, and prints the first event or output of a rank
            that differs, with exit code 121. Ranks have no standard input"""),

    // ---- not in the help: names of other launchers; and, of the script bipj for programs that it supplies, how many
    // of a
    // program's first words follow, and that options may also stand among its other words
    HELP_LETTER("-h", "", ""),
    VERSION_LETTER("-V", "", ""),
    MACHINEFILE("--machinefile", "FILE", ""),
    WD("--wd", "DIR", ""),
    NOOVERSUBSCRIBE("--nooversubscribe", "", Form.FLAG, ""),
    USE_THREADS("--use-hwthread-cpus", "", Form.FLAG, ""),
    CPU_LIST("--cpu-list", "LIST", ""),
    CPUS_PER_RANK("--cpus-per-proc", "N", ""),
    PER_NODE("--pernode", "", ""),
    PPR("--ppr", "N:PLACE", ""),
    PER_SOCKET("--npersocket", "N", ""),
    RANK_BY("--rank-by", "PLACE", ""),
    OUTPUT("--output, --display", "WORD,...", ""),
    GENV("--genv", "NAME VALUE", ""),
    ENV("--env", "NAME VALUE", ""),
    SUPPLIED("--bipj-program", "N", ""),
    MIXED("--bipj-mixed", "", "");

    /** How many values an option takes. */
    enum Words {
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
    private final ValueKey<?> key;
    private final String help;

    /** An option of which {@link #take} has what it does. */
    Option(String names, String follows, String help) {
        this(names, follows, null, false, help);
    }

    /** An option for the job of the command line alone. */
    Option(String names, String follows, Form form, String help) {
        this(names, follows, form, false, help);
    }

    /**
     * An option.
     *
     * @param names with commas between, as the help shows them; on a command line one dash or two are the same
     * @param follows what follows a name, as the help shows it; empty: nothing
     * @param form what its value is; null: {@link #take} has what it does
     * @param isInherited jobs that ranks start have the same value
     * @param help what it does, in lines, of which those that belong to the one before begin with spaces; null: the next row has
     *     the text for both
     */
    Option(String names, String follows, Form form, boolean isInherited, String help) {
        this.names = names;
        this.follows = follows;
        this.key = form == null ? null : new ValueKey<>(name(), form, isInherited);
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

    /** The key of its value; null: it is not a value alone. */
    @SuppressWarnings("unchecked") // Options have a method for each type.
    <T> ValueKey<T> key() {
        return (ValueKey<T>) key;
    }

    /** The key of a name. */
    static ValueKey<?> keyOf(String name) {
        ValueKey<?> other = ValueKey.other(name);
        return other == null ? valueOf(name).key : other;
    }

    Words takes() {
        if (this == MCA) {
            return Words.ELSEWHERE;
        }
        if (names.endsWith("]")) {
            return Words.OPTIONAL;
        }
        return follows.isEmpty() ? Words.NONE : follows.contains(" ") ? Words.TWO : Words.ONE;
    }

    /** True if it says how {@code --explore} works. Behind the first word of a program it is that program's. */
    boolean isOfExploration() {
        return this == BUDGET || this == BOUND || this == DEATHS || this == BUFFERS;
    }

    /** True if a command that repeats a run of {@code --explore} has it as it was given. */
    boolean isRepeated() {
        return !isOfExploration()
                && this != EXPLORE
                && this != CHOICES
                && this != SEEDS
                && this != FAULTS
                && this != CHAOS
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
        if (compareTo(LAUNCH_AGENT) >= 0 && compareTo(NET_PORTS) <= 0) {
            (compareTo(NET) < 0 ? line.forHosts : line.forNetwork).add(CommandLine.given(word, value));
        }
        switch (this) {
            case MODE ->
                options.set(
                        MODE,
                        OptionValues.oneOf("--mode", value, Options.Mode.class).name());
            case BIND_TO -> line.bindTo = List.of(word, value);
            case CPU_SET -> line.cpus(word, value);
            case RANKFILE -> line.rankFile = List.of(word, value);
            case PROFILE -> line.profile(value);
            case RECORD, REPLAY -> line.choices(this, word, value);
            case OUTPUT_FILENAME -> line.output(value);
            case VERBOSE -> {
                options.set(VERBOSE, true);
                options.environment.put(RankEnvironment.VERBOSE, "1");
            }
            case APP -> line.appFile = value;
            case HELP_LETTER -> options.set(HELP, true);
            case VERSION_LETTER -> options.set(VERSION, true);
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
            case SEEDS -> options.seeds = SeedPlan.of(value);
            case BUDGET -> line.exploring(word, line.exploration.within(value));
            case BOUND -> line.exploring(word, line.exploration.bound(value));
            case DEATHS -> line.exploring(word, line.exploration.deaths(value));
            case BUFFERS ->
                line.exploring(word, line.exploration.buffers(OptionValues.oneOf(word, value, Choices.Buffers.class)));
            case CHOICES -> line.exploration = line.exploration.repeating(value);
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
            default -> options.values.parse(key, word, value);
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
