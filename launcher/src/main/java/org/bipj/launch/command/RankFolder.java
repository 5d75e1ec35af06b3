package org.bipj.launch.command;

import java.nio.file.Path;

/**
 * A folder of mpirun in which ranks write, and what they need for that. Each other host has one of its own in its place, whose files come
 * here when the job has ended.
 */
public interface RankFolder {
    /** The name of a file in it that says which ranks ran on which host, and what the hosts' clocks showed. */
    String HOSTS = "hosts";

    /** The folder; options of ranks name it. */
    Path folder();

    /** Files of other hosts will come. */
    default void expect() {}

    /** The files of other hosts are here, or do not come. */
    default void complete() {}
}
