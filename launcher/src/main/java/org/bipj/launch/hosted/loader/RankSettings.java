package org.bipj.launch.hosted.loader;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.bipj.core.job.Job;
import org.bipj.core.machine.JobVariables;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.shm.job.RankEnvironment;

/**
 * The system properties and the environment variables of a rank that shares its JVM with others: those of the JVM, its
 * program's and its place's. What it changes, other ranks do not see.
 */
public final class RankSettings {
    private static final InheritableThreadLocal<RankSettings> OF_THREAD = new InheritableThreadLocal<>();

    /** Of threads that belong to no rank, though one has started them. */
    private static final RankSettings OF_NO_RANK = new RankSettings();

    private final ProgramSettings program;
    private final Map<String, String> place;
    private final Supplier<String> folder;
    private final Properties ofJvm;
    /** The rank's properties are the JVM's, as in the JVM of a test, whose own they are. */
    private final boolean isCommon;

    /** Null as long as they are those of the JVM with the program's, of which only single ones have been read. */
    private volatile Properties properties;
    /** Null before they are first read. */
    private volatile Map<String, String> variables;

    /**
     * The settings of a rank.
     *
     * @param folder returns that of the rank's host; null: it has none
     */
    public RankSettings(ProgramSettings program, Job job, Supplier<String> folder) {
        this.program = program;
        isCommon = program == ProgramSettings.NONE;
        ofJvm = RankProperties.install();
        this.folder = folder;
        int near = job.localSize();
        place = new HashMap<>(RankEnvironment.numbers(
                new RankEnvironment.Place(job.rank(), job.size(), near == job.size() ? job.rank() : 0, near)));
        place.put(JobVariables.SHARED_JVM, "1");
    }

    private RankSettings() {
        program = ProgramSettings.NONE;
        isCommon = true;
        folder = null;
        place = Map.of();
        ofJvm = null;
    }

    /** The current thread, and threads that it starts later, have the settings of the JVM. */
    public static void leave() {
        OF_THREAD.set(OF_NO_RANK);
    }

    /** The current thread, and threads that it starts later, have these settings. */
    public void enter() {
        OF_THREAD.set(this);
    }

    /** Those of the rank to which the current thread belongs, else of that whose code calls; null if there is none. */
    static RankSettings current() {
        RankSettings ofThread = OF_THREAD.get();
        if (ofThread != null) {
            return ofThread == OF_NO_RANK ? null : ofThread;
        }
        LoadedRank rank = RankClassLoader.rankOfCaller();
        return rank == null ? null : rank.settings();
    }

    // ---- system properties ------------------------------------------------------------------------------------------

    /** The value of a property; null if it is not set. */
    String property(String name) {
        Properties own = properties;
        if (own != null) {
            return own.getProperty(name);
        }
        String value = program.properties().get(name);
        if (value == null && folder != null && name.equals(LauncherVariables.HOST_DIRECTORY)) {
            value = nameOfFolder();
        }
        return value != null || program.otherProperties().contains(name) ? value : ofJvm.getProperty(name);
    }

    /** All properties, to be read and changed. */
    Properties properties() {
        Properties own = properties;
        return isCommon ? ofJvm : own == null ? make() : own;
    }

    private synchronized Properties make() {
        if (properties == null) {
            Properties made = (Properties) ofJvm.clone();
            made.keySet().removeAll(program.otherProperties());
            made.putAll(program.properties());
            String host = folder == null ? null : nameOfFolder();
            if (host != null) {
                made.setProperty(LauncherVariables.HOST_DIRECTORY, host);
            }
            properties = made;
        }
        return properties;
    }

    private String nameOfFolder() {
        try {
            return folder.get();
        } catch (IllegalStateException e) {
            // The job is over, and the folder with it.
            return null;
        }
    }

    /** Replaces all properties; null: by those that the rank had at its begin. */
    void replace(Properties by) {
        if (isCommon) {
            System.setProperties(by);
        } else {
            properties = by;
        }
    }

    // ---- environment variables --------------------------------------------------------------------------------------

    /** All variables, not to be changed. */
    Map<String, String> variables() {
        Map<String, String> own = variables;
        if (own == null) {
            own = new HashMap<>(LauncherVariables.all());
            change(own);
            own = Collections.unmodifiableMap(own);
            variables = own;
        }
        return own;
    }

    /** Makes a copy of the JVM's environment this rank's. */
    void change(Map<String, String> environment) {
        environment.keySet().removeAll(program.otherVariables());
        environment.putAll(program.variables());
        environment.putAll(place);
    }
}
