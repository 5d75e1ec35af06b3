package org.bipj.launch.hosted.loader;

/** The program of ranks that share this JVM. */
public interface RankCode {
    /** The class loader of a rank: its main thread's context. */
    ClassLoader loader(LoadedRank rank);

    /** What the program has of its own beside others of the JVM. */
    default ProgramSettings settings() {
        return ProgramSettings.NONE;
    }

    /**
     * Runs the program, in the calling thread, which is the main thread of the loader's rank.
     *
     * @throws Throwable what the program throws
     */
    void run(ClassLoader loader) throws Throwable;
}
