package org.bipj.launch.mpirun.job;

import java.util.function.BiConsumer;
import org.bipj.launch.support.SystemSignals;

/** How a job ends that survives deaths: the exit codes of its ranks, and who has died. */
public final class Survival {
    /** Ends the sentence that tells of a death. */
    public static final String OTHERS_GO_ON = "; the others go on";

    /** Of a job without a survivor whose ranks have all exited with code 0. */
    private static final int NOBODY_LEFT = 1;

    private final BiConsumer<Integer, String> teller;
    private boolean anySurvives;
    /** The first one that is not 0, of ranks that have finalised the library, and of those that have died. */
    private int codeOfSurvivors;

    private int codeOfDead;

    /**
     * Nobody has died yet.
     *
     * @param teller tells the other ranks of one that has died, and how
     */
    public Survival(BiConsumer<Integer, String> teller) {
        this.teller = teller;
    }

    /** A rank has ended that has finalised the library, or the program does not use it. */
    public synchronized void ended(int code) {
        anySurvives = true;
        codeOfSurvivors = codeOfSurvivors == 0 ? code : codeOfSurvivors;
    }

    /**
     * A rank has died.
     *
     * @param how the end of a sentence that begins with the rank; other lines may follow
     */
    public synchronized void died(int rank, int code, String how) {
        died(code);
        teller.accept(
                rank,
                SystemSignals.isDeadly(code) || SystemSignals.isByUser(code)
                        ? SystemSignals.brief(code)
                        : firstLine(how));
    }

    /** A rank has died of which the others are told otherwise. */
    public synchronized void died(int code) {
        codeOfDead = codeOfDead == 0 ? code : codeOfDead;
    }

    /** The first exit code that is not 0 of ranks that have finalised the library; 0 if there is none. */
    public synchronized int codeOfSurvivors() {
        return codeOfSurvivors;
    }

    /** The exit code of the job: 0 if there is a survivor and no survivor has another one. */
    public synchronized int exitCode() {
        if (anySurvives) {
            return codeOfSurvivors;
        }
        return codeOfDead == 0 ? NOBODY_LEFT : codeOfDead;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** A text whose first line has another end. */
    public static String withEnd(String text, String end) {
        int line = text.indexOf('\n');
        return line < 0 ? text + end : text.substring(0, line) + end + text.substring(line);
    }
}
