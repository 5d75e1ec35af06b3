package org.bipj.launch.mpirun.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.bipj.core.machine.HostSystem;

/**
 * Options of the JVM that users should not have to type. The user's options take precedence: an option is left out if
 * the user gave one on the same subject.
 */
public final class JvmFlags {
    /** The option that names a start-up cache, up to its value. */
    public static final String AOT_CACHE = "-XX:AOTCache=";

    /** The release whose diagnostic and experimental options are known. A JVM without one of them would not start. */
    private static final int DIAGNOSTICS_OF = 25;

    private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w*GC");
    private static final Pattern HEADERS =
            Pattern.compile("-XX:[+-]Use(CompactObjectHeaders|CompressedClassPointers)|-XX:LockingMode=.*");
    private static final Pattern HEAP =
            Pattern.compile("-Xmx.*|-XX:MaxHeapSize=.*|-XX:MaxRAM(Percentage|Fraction)?=.*");
    private static final Pattern PERF_DATA = Pattern.compile("-XX:[+-]UsePerfData");
    private static final Pattern PAGES = Pattern.compile("-XX:[+-]Use(Large|TransparentHuge)Pages");
    private static final Path HUGE_PAGES = HostSystem.file("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final Pattern BUFFERS = Pattern.compile("-XX:(Min)?TLABSize=.*|-XX:[+-](Resize|Use)TLAB");
    private static final Pattern SCHEDULER = Pattern.compile("-Djdk\\.virtualThreadScheduler\\..*");
    private static final Pattern LOOPS =
            Pattern.compile("-XX:(Tier\\dBackEdgeThreshold|CompileThresholdScaling)=.*|-Xint");
    private static final Pattern HASHES = Pattern.compile("-XX:hashCode=.*");
    private static final Pattern THRESHOLDS = Pattern.compile(
            "-XX:(CompileThreshold\\w*|Tier\\d\\w*|CompileCommand\\w*|CompilerDirectives\\w*|CompilationMode)=.*"
                    + "|-XX:-TieredCompilation|-Xint|-Xcomp");
    /**
     * How many times later than usual methods are compiled where ranks outnumber processors: the library's, and those of the JDK that stand
     * only below it. Not all of the JDK's: programs call those too.
     */
    private static final String TIMES_LATER = "20.0";

    private static final List<String> LATER =
            List.of("java.lang.invoke.*", "java.lang.foreign.*", "jdk.internal.*", "sun.*", "org.bipj.*", "mpi.*");

    /** Programs with names of the library's, of which the last pattern counts. */
    private static final List<String> AS_USUAL = List.of("org.bipj.samples.*", "org.bipj.bench.*");

    private static final Pattern SHARING = Pattern.compile(
            "-Xshare.*|-XX:.*(AOT|SharedArchive|SharedClassList|DumpSharedSpaces).*" + "|-Xlog:(cds|aot).*");
    /**
     * With these options a JVM cannot use the cache, and would print a warning. It does use it where the library is among the JDK's own
     * classes too, takes those that the cache lacks from there, and they have no access to the others.
     */
    private static final Pattern NO_CACHE =
            Pattern.compile("-javaagent.*|-agent(lib|path).*|-Xbootclasspath.*|--patch-module.*|--limit-modules.*"
                    + "|--upgrade-module-path.*|-Xint|-XX:[+-]UseComp(ressed|act).*|-XX:ObjectAlignmentInBytes.*"
                    + "|-Djava.system.class.loader.*|-Xrun.*");
    /** Options in files that the launcher does not read. */
    private static final Pattern FILES = Pattern.compile("-XX:(Flags|VMOptionsFile)=.*");

    /** From here on ranks share a processor for the sake of their number, not to compute. */
    private static final int MANY = 8;

    private static final double SHARE_PERCENT = 80;
    /** Just below the size from which references take twice the room. */
    private static final double LARGEST_HEAP_BYTES = 31.0 * (1L << 30);

    private final List<String> given;
    private final boolean hugePages;

    /**
     * Flags in addition to the user's.
     *
     * @param options the JVM options of the command line
     * @param environment further options, out of environment variables that the JVM reads
     */
    JvmFlags(List<String> options, List<String> environment) {
        this(options, environment, hasHugePagesOnRequest());
    }

    /**
     * As {@link #JvmFlags(List, List)}, on a machine that has huge pages for programs that ask for them, or has none.
     */
    JvmFlags(List<String> options, List<String> environment, boolean hugePages) {
        this.hugePages = hugePages;
        given = new ArrayList<>(environment);
        given.addAll(options);
    }

    private boolean gave(Pattern subject) {
        return given.stream()
                .anyMatch(word ->
                        subject.matcher(word).matches() || FILES.matcher(word).matches());
    }

    /**
     * Options to put before the user's.
     *
     * @param jvms how many JVMs share the machine
     * @param cache AOT cache of the library; null: none
     */
    List<String> defaults(int jvms, Path cache) {
        List<String> flags = new ArrayList<>();
        if (!gave(COLLECTOR)) {
            flags.add("-XX:+UseSerialGC");
        }
        if (!gave(HEADERS)) {
            // Every object is four bytes shorter. A simulation of a thousand nodes then fits better into the caches.
            flags.add("-XX:+UseCompactObjectHeaders");
        }
        flags.addAll(mildDefaults(jvms));
        if (cache != null && !gave(SHARING) && !gave(NO_CACHE)) {
            // An invalid cache is ignored without a message. Its classes stay at the addresses for which they were
            // archived: relocating them takes a tenth of the JVM's start.
            flags.addAll(List.of(AOT_CACHE + cache, "-Xlog:aot=off", "-Xlog:cds=off"));
            if (Runtime.version().feature() == DIAGNOSTICS_OF) {
                flags.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"));
                // The cache has no profiles. The thread that would replay them is nevertheless woken for each class.
                flags.add("-XX:-AOTReplayTraining");
            }
        }
        return flags;
    }

    /**
     * Options for ranks that are coroutines. All run on one thread of the system: a hand-over is then cheapest. And a
     * loop is compiled after some hundred rounds instead of 60,000: a hand-over takes 2.5 times as long where the frame
     * above the library is interpreted, and each rank has its own copy of the program, whose rounds count by
     * themselves. Identity hashes are numbers in the order in which objects are asked for them, which is the same in each
     * run, instead of random ones of the thread that asks: so are the orders of hash tables.
     */
    List<String> coroutines() {
        List<String> flags = new ArrayList<>();
        if (!gave(SCHEDULER)) {
            flags.add("-Djdk.virtualThreadScheduler.parallelism=1");
            flags.add("-Djdk.virtualThreadScheduler.maxPoolSize=1");
        }
        if (!gave(LOOPS)) {
            flags.add("-XX:Tier3BackEdgeThreshold=100");
        }
        if (!gave(HASHES) && Runtime.version().feature() == DIAGNOSTICS_OF) {
            flags.addAll(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"));
        }
        return flags;
    }

    /**
     * Options for ranks that are hosts with IP, besides those of coroutines. Where headers of objects are compact, a monitor for which a thread
     * has to wait takes an identity hash for its object, and with it the next number. Threads of these programs are the system's, and whether
     * one comes to a monitor of the JDK while another one leaves it is chance.
     */
    List<String> hosts() {
        return gave(HEADERS) ? List.of() : List.of("-XX:-UseCompactObjectHeaders");
    }

    /**
     * Options for ranks that are processes and outnumber the processors. All compile the same methods of the library, and of the JDK below
     * it, at the same time, and a job that takes a second spends most of it on that. Interpreted, these methods cost less than the
     * compiler, until they have been called some four thousand times. What the program itself does is compiled as early as ever.
     *
     * @param ranksPerProcessor how many ranks share a processor, rounded down
     */
    List<String> crowded(int ranksPerProcessor) {
        List<String> flags = new ArrayList<>();
        if (hugePages && !gave(PAGES) && ranksPerProcessor >= MANY) {
            // Of each a rank touches a tenth. Where so many ranks share a machine, memory and its first touch are
            // dearer than faults.
            flags.add("-XX:-UseTransparentHugePages");
        }
        if (!gave(BUFFERS)) {
            // At first. By itself each thread begins with a megabyte of its own, which is one or two huge pages more.
            flags.add("-XX:TLABSize=64k");
        }
        if (!gave(THRESHOLDS)) {
            flags.add("-XX:CompileCommand=quiet");
            LATER.forEach(classes -> flags.add(thresholds(classes, TIMES_LATER)));
            AS_USUAL.forEach(classes -> flags.add(thresholds(classes, "1.0")));
        }
        return flags;
    }

    private static String thresholds(String classes, String times) {
        return "-XX:CompileCommand=CompileThresholdScaling," + classes + "::*," + times;
    }

    /** Options that a later option on the command line overrides. */
    List<String> mildDefaults(int jvms) {
        List<String> flags = new ArrayList<>();
        if (!gave(HEAP)) {
            flags.add("-XX:MaxRAMPercentage=" + heapPercent(jvms, physicalMemory()));
        }
        if (!gave(PERF_DATA)) {
            flags.add("-XX:-UsePerfData");
        }
        if (hugePages && !gave(PAGES)) {
            // A fresh heap is used page after page. At 4 KiB each, the faults cost as much as the rest of a
            // non-blocking call.
            flags.add("-XX:+UseTransparentHugePages");
        }
        return flags;
    }

    /** Share of the memory that each heap may take, so that all together leave a fifth to the rest. */
    static String heapPercent(int jvms, long physicalBytes) {
        double percent = SHARE_PERCENT / jvms;
        if (physicalBytes > 0) {
            percent = Math.min(percent, 100 * LARGEST_HEAP_BYTES / physicalBytes);
        }
        // Two decimals without a formatter, which would have to load the locale.
        return Double.toString(Math.max(1, Math.floor(percent * 100)) / 100);
    }

    /** True if a program gets huge pages on request; elsewhere the JVM would print a warning. */
    private static boolean hasHugePagesOnRequest() {
        try {
            return Files.readString(HUGE_PAGES).contains("[madvise]");
        } catch (IOException e) {
            return false;
        }
    }

    private static long physicalMemory() {
        try {
            String info = Files.readString(HostSystem.file("/proc/meminfo"));
            if (info.startsWith("MemTotal:")) {
                return Long.parseLong(info.substring("MemTotal:".length(), info.indexOf("kB"))
                                .strip())
                        * 1024;
            }
        } catch (IOException e) {
            // Not Linux.
        }
        return 0;
    }
}
