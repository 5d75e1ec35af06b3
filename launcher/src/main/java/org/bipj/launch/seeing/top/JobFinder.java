package org.bipj.launch.seeing.top;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bipj.core.nic.PortException;
import org.bipj.shm.figures.RunningJob;

/** Finds jobs of this user on this host by what the user calls them. */
public final class JobFinder {
    /** Fewer digits of a session's name could be a number of a process. */
    private static final int LEAST_DIGITS = 6;

    private JobFinder() {}

    /** True for what could name a job: the number of its launcher, or the first digits of its session's name. */
    public static boolean isName(String word) {
        return word.matches("[0-9]{1,10}") || word.matches("[0-9a-f]{" + LEAST_DIGITS + ",32}");
    }

    /**
     * The jobs that a word names; the caller closes them.
     *
     * @param place where sessions are
     * @param word null: all
     * @throws PortException if it names none
     */
    static List<RunningJob> find(Path place, String word) {
        List<RunningJob> all = RunningJob.all(place);
        if (word == null) {
            return all;
        }
        List<RunningJob> found = new ArrayList<>();
        for (RunningJob job : all) {
            if (isNamed(job, word)) {
                found.add(job);
            }
        }
        if (found.isEmpty()) {
            String there = all.stream()
                    .map(job -> Long.toString(job.description().launcher()))
                    .collect(Collectors.joining(", "));
            all.forEach(RunningJob::close);
            throw new PortException("no job " + word + " of yours runs on this host; "
                    + (there.isEmpty() ? "none does" : "there are: " + there));
        }
        all.stream().filter(job -> !found.contains(job)).forEach(RunningJob::close);
        return found;
    }

    private static boolean isNamed(RunningJob job, String word) {
        return word.equals(Long.toString(job.description().launcher()))
                || word.length() >= LEAST_DIGITS && job.session().startsWith(word);
    }
}
