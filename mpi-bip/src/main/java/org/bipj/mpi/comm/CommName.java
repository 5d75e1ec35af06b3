package org.bipj.mpi.comm;

import org.bipj.core.job.Job;
import org.bipj.core.report.WaitReport;

/** What a communicator is called in reports: the name that the program gave it, else its members. */
final class CommName {
    /** Longer lists of ranks are replaced by their number. */
    private static final int LONGEST = 40;

    private final Job job;
    private final WorldRanks members;
    private String text = "";

    /** For the members of a communicator, in an intercommunicator those of both groups. */
    CommName(Job job, WorldRanks members) {
        this.job = job;
        this.members = members;
    }

    void set(String name) {
        text = name;
    }

    /** The communicator in words: {@code " in MPI_COMM_WORLD"}. */
    String in() {
        return " in " + (text.isEmpty() ? ofMembers() : text.replaceAll("\\p{Cntrl}", " "));
    }

    private String ofMembers() {
        String ranks = WaitReport.ranks(job::named, members.toArray());
        return "the communicator of " + (ranks.length() <= LONGEST ? ranks : members.size() + " ranks");
    }
}
