package org.bipj.shm.job;

import static java.util.Map.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.NameKeeper;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.PortException;

/**
 * Environment variables by which a launcher makes a process a rank of its job, and a user's, and system properties of the JDK. There
 * is no other place in this module that reads one, except {@code org.bipj.shm.rings.RingSettings} with the properties that it
 * describes, and {@code org.bipj.shm.memory.Native}, which looks for the system and the processor.
 */
public final class RankEnvironment {
    /** The path of the session directory. */
    public static final String SESSION = "BIPJ_SESSION";

    /** The rank of this process. */
    public static final String RANK = "BIPJ_RANK";

    /** The number of ranks in the job. */
    public static final String SIZE = "BIPJ_SIZE";

    /** The number of the rank among those of its host. */
    public static final String LOCAL_RANK = "BIPJ_LOCAL_RANK";

    /** The number of ranks on this host. */
    public static final String LOCAL_SIZE = "BIPJ_LOCAL_SIZE";

    /**
     * {@code true} where the ranks outnumber the processors that the launcher may use. A rank cannot find out itself once its thread
     * is bound: it then sees one processor.
     */
    public static final String CROWDED = "BIPJ_CROWDED";

    /** The process that holds the session, a {@link NameKeeper}: what ranks publish ends with it. */
    public static final String KEEPER = "BIPJ_KEEPER";

    /** The version of the launcher's library; empty where it is not known. */
    public static final String VERSION = "BIPJ_VERSION";

    /** Number of the program that the rank runs, among those of the job. */
    static final String APPLICATION = "BIPJ_APPLICATION";

    /** The number of ranks that run the same program. */
    static final String APPLICATION_SIZE = "BIPJ_APPLICATION_SIZE";

    /** The name of the program that the rank runs. */
    static final String COMMAND = "BIPJ_COMMAND";

    /** Who has started the job: a tag, a space and the names of the processes, or a space and the name of their door. Not set: a user has. */
    public static final String PARENTS = "BIPJ_PARENTS";

    /** For how many processes the launcher's hosts have room. Not set: nobody has counted. */
    public static final String UNIVERSE = "BIPJ_UNIVERSE";

    /** Processors as Linux lists them, or {@code none}; for ranks that are threads these by rank, with semicolons. */
    static final String BINDING = "BIPJ_BIND";

    /** The user's: where session directories are made; not set: in /dev/shm. */
    static final String DIRECTORY = "BIPJ_SHM_DIR";

    /** The user's: the command that serves a program which was started alone and starts others; not set: it is looked for. */
    public static final String MPIRUN = "BIPJ_MPIRUN";

    /** The user's: {@code tcp} makes jobs of one host meet over the network, as those of different hosts do. */
    public static final String MEET = "BIPJ_MEET";

    /** Its value then. */
    public static final String MEETS_OVER_NETWORK = "tcp";

    /** Set where ranks say at their end how far apart their cores were, as {@code mpirun --verbose} asks. */
    public static final String VERBOSE = "BIPJ_VERBOSE";

    /** System property of the JDK: where temporary files are. */
    static final String TEMPORARY_FILES = "java.io.tmpdir";

    /** System property of the JDK: the user's name. */
    static final String USER = "user.name";

    private RankEnvironment() {}

    /** True if jobs meet over the network that could share memory. */
    public static boolean meetsOverNetwork() {
        return MEETS_OVER_NETWORK.equals(value(MEET));
    }

    /** True if ranks say at their end how far apart their cores were. */
    public static boolean isVerbose() {
        return value(VERBOSE) != null;
    }

    /** The value of a system property of this JVM; {@code otherwise} if it is not set. */
    public static String property(String name, String otherwise) {
        return System.getProperty(name, otherwise);
    }

    /** The value in this process's environment; null if it is not set. */
    public static String value(String name) {
        return System.getenv(name);
    }

    /** The version of this library; empty where it is not known, as for one that is not packed into a jar. */
    public static String libraryVersion() {
        String version = RankEnvironment.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /**
     * Checks that this library and mpirun's are of the same version, where both are known.
     *
     * @param launcher null or empty where mpirun's is not known
     * @throws PortException if they are not; the message names both
     */
    public static void checkVersion(int rank, String own, String launcher) {
        if (launcher != null && !launcher.isEmpty() && !own.isEmpty() && !own.equals(launcher)) {
            throw new PortException("rank " + rank + ": the program runs with version " + own
                    + " of the library, but mpirun is of version " + launcher + ": use one version for both");
        }
    }

    /**
     * Where a rank is.
     *
     * @param rank its number in the job
     * @param size ranks of the job
     * @param localRank its number on its node
     * @param localSize ranks of the node
     */
    public record Place(int rank, int size, int localRank, int localSize) {}

    /** The variables of a rank: this library's, and Open MPI's names, which scripts read. */
    public static Map<String, String> of(
            String provider, String session, Place place, boolean crowded, Application application) {
        Map<String, String> all = new LinkedHashMap<>(numbers(place));
        all.putAll(Map.ofEntries(
                entry(JobVariables.PROVIDER, provider),
                entry(SESSION, session),
                entry(RANK, Integer.toString(place.rank)),
                entry(SIZE, Integer.toString(place.size)),
                entry(LOCAL_RANK, Integer.toString(place.localRank)),
                entry(LOCAL_SIZE, Integer.toString(place.localSize)),
                entry(CROWDED, Boolean.toString(crowded)),
                entry(KEEPER, NameKeeper.ofThisProcess().toString()),
                entry(VERSION, libraryVersion()),
                entry(APPLICATION, Integer.toString(application.number())),
                entry(APPLICATION_SIZE, Integer.toString(application.ranks())),
                entry(COMMAND, application.command())));
        return all;
    }

    /** The variables by which a program learns its number, in every mode: Open MPI's names. */
    public static Map<String, String> numbers(Place place) {
        return Map.of(
                JobVariables.OPEN_MPI_RANK,
                Integer.toString(place.rank),
                JobVariables.OPEN_MPI_SIZE,
                Integer.toString(place.size),
                "OMPI_COMM_WORLD_LOCAL_RANK",
                Integer.toString(place.localRank),
                "OMPI_COMM_WORLD_LOCAL_SIZE",
                Integer.toString(place.localSize));
    }

    /**
     * The program of a rank; the only one of its job where the environment does not say.
     *
     * @param environment gives a variable's value, or null
     */
    public static Application application(int size, UnaryOperator<String> environment) {
        String command = environment.apply(COMMAND);
        try {
            return new Application(
                    Integer.parseInt(environment.apply(APPLICATION)),
                    Integer.parseInt(environment.apply(APPLICATION_SIZE)),
                    command == null ? "" : command);
        } catch (NumberFormatException e) {
            return Application.only(size);
        }
    }
}
