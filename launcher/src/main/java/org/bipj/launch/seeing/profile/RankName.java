package org.bipj.launch.seeing.profile;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rank of one of the launcher's jobs, or of a job of another launcher.
 *
 * @param job its number among those of the launcher; greater than all of them for another launcher's
 * @param rank in the job's world
 * @param text what the library calls it
 */
record RankName(int job, int rank, String text) implements Comparable<RankName> {
    private static final Pattern OWN = Pattern.compile("(?:([0-9]{1,6})\\.)?([0-9]{1,6})");

    private static final Comparator<RankName> ORDER = Comparator.comparingInt(RankName::job)
            .thenComparingInt(RankName::rank)
            .thenComparing(name -> name.job == Integer.MAX_VALUE ? name.text : "");

    /** The rank that the library calls so. */
    static RankName of(String text) {
        Matcher own = OWN.matcher(text);
        if (!own.matches()) {
            return new RankName(Integer.MAX_VALUE, 0, text);
        }
        int job = own.group(1) == null ? 0 : Integer.parseInt(own.group(1));
        int rank = Integer.parseInt(own.group(2));
        // The first job's are called by their rank in it, and with its number in others.
        return new RankName(job, rank, job == 0 ? Integer.toString(rank) : text);
    }

    /** In a report: {@code JOB.RANK} where it is about several jobs. */
    String shown(boolean areSeveral) {
        return areSeveral && job == 0 ? "0." + rank : text;
    }

    @Override
    public int compareTo(RankName other) {
        return ORDER.compare(this, other);
    }
}
