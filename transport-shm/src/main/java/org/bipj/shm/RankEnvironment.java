package org.bipj.shm;

import static java.util.Map.entry;

import java.util.Map;
import org.bipj.core.job.Jobs;

/** Environment variables by which a launcher tells a rank's process where it belongs. */
final class RankEnvironment {
    /** The session directory. */
    static final String SESSION = "BIPJ_SESSION";

    /** The process's rank. */
    static final String RANK = "BIPJ_RANK";

    /** Number of ranks of the job. */
    static final String SIZE = "BIPJ_SIZE";

    /** The rank's number on its node. */
    static final String LOCAL_RANK = "BIPJ_LOCAL_RANK";

    /** Number of ranks on the node. */
    static final String LOCAL_SIZE = "BIPJ_LOCAL_SIZE";

    /**
     * {@code true} where the ranks outnumber the processors that the launcher may use. A rank cannot tell once its thread
     * is bound: it then sees one processor.
     */
    static final String CROWDED = "BIPJ_CROWDED";

    /** The version of the launcher's library; empty where it is not known. */
    static final String VERSION = "BIPJ_VERSION";

    private RankEnvironment() {}

    /** The version of this library; empty where it is not known, as for one that is not packed into a jar. */
    static String libraryVersion() {
        String version = RankEnvironment.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /** The variables of a rank: ours, and Open MPI's names, which scripts read. */
    static Map<String, String> of(String session, int rank, int size, boolean crowded) {
        String own = Integer.toString(rank);
        String all = Integer.toString(size);
        return Map.ofEntries(
                entry(Jobs.PROVIDER, ShmJobProvider.class.getName()),
                entry(SESSION, session),
                entry(RANK, own),
                entry(SIZE, all),
                entry(LOCAL_RANK, own),
                entry(LOCAL_SIZE, all),
                entry(CROWDED, Boolean.toString(crowded)),
                entry(VERSION, libraryVersion()),
                entry("OMPI_COMM_WORLD_RANK", own),
                entry("OMPI_COMM_WORLD_SIZE", all),
                entry("OMPI_COMM_WORLD_LOCAL_RANK", own),
                entry("OMPI_COMM_WORLD_LOCAL_SIZE", all));
    }
}
