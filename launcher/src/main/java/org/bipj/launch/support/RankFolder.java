package org.bipj.launch.support;

import java.nio.file.Path;
import java.util.List;

/**
 * A folder of mpirun in which ranks write, and what they need for that. Each other host has one of its own in its place, whose files come
 * here when the job has ended.
 */
public interface RankFolder {
    /** The name of a file in it that says which ranks ran on which host, and what the hosts' clocks showed. */
    String HOSTS = "hosts";

    /** The folder; options of ranks name it. */
    Path folder();

    /**
     * Options of a rank's JVM in a job that ranks have asked for.
     *
     * @param job its number among those of the launcher
     * @param ranks how many it has
     * @return empty if such jobs write nothing here
     */
    default List<String> flagsOf(int job, int ranks) {
        return List.of();
    }

    /** Files of other hosts will come. */
    default void expect() {}

    /** The files of other hosts are here, or do not come. */
    default void complete() {}
}
