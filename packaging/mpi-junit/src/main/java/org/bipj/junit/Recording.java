package org.bipj.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.seeing.view.JobFindings;
import org.bipj.launch.seeing.view.JobTimeline;

/**
 * What was recorded of one run of an {@link MpiTest}, and what that says: who made others wait, where, and how long. Times are in seconds: of
 * the virtual clock with {@link Mode#SIM}, where they are the same in each run.
 */
public final class Recording {
    private final Path folder;
    private final JobFacts facts;
    private final JobFindings findings;

    Recording(JobFacts facts, Path folder) throws IOException {
        this.folder = folder;
        this.facts = facts;
        findings = JobFindings.of(JobTimeline.read(facts, folder));
    }

    /** The number of ranks. */
    public int ranks() {
        return facts.ranks();
    }

    /** The length of the run, from its first call to the end of its last one. */
    public double seconds() {
        return findings.length();
    }

    /** How long other ranks waited for a rank that was late, all of them together. */
    public double waitedFor(int rank) {
        return findings.waitedFor(check(rank));
    }

    /** How long ranks waited for late ranks in calls of a line, such as {@code "Heat.java:42"}, all of them together. */
    public double waitingAt(String line) {
        return findings.waitingAt(line);
    }

    /** How long a rank computed, from the end of {@code MPI.Init} to {@code MPI.Finalize}. */
    public double computing(int rank) {
        return findings.computing(check(rank));
    }

    /** How long a rank waited for late ranks, in the same time. */
    public double waiting(int rank) {
        return findings.waiting(check(rank));
    }

    /** How long a rank waited for messages that were under way, when no rank was late, in the same time. */
    public double transfer(int rank) {
        return findings.transfer(check(rank));
    }

    /** How much of the critical path is in a rank. The parts of all ranks add up to {@link #seconds}. */
    public double critical(int rank) {
        return findings.critical(check(rank));
    }

    /** What {@code bipj view} prints: the sentences, the most important one first. */
    public List<String> findings() {
        return findings.sentences();
    }

    /** All of it, as {@code bipj view --json} prints it. */
    public String json() {
        return findings.json();
    }

    /**
     * Writes a file that {@code bipj view} shows.
     *
     * @throws IOException if it cannot be written, or only in part
     */
    public void save(Path file) throws IOException {
        String why = TimelineFolder.collect(folder, file, facts.line());
        if (!why.isEmpty()) {
            throw new IOException(file + " ends early: " + why);
        }
    }

    private int check(int rank) {
        if (rank < 0 || rank >= facts.ranks()) {
            throw new IllegalArgumentException("rank " + rank + "; expected 0 to " + (facts.ranks() - 1));
        }
        return rank;
    }

    /** The findings. */
    @Override
    public String toString() {
        return String.join(System.lineSeparator(), findings());
    }
}
