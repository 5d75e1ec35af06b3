package org.bipj.shm;

import java.util.Map;

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

    private RankEnvironment() {}

    /** The variables of a rank: ours, and Open MPI's names, which scripts read. */
    static Map<String, String> of(String session, int rank, int size) {
        String own = Integer.toString(rank);
        String all = Integer.toString(size);
        return Map.of(
                SESSION,
                session,
                RANK,
                own,
                SIZE,
                all,
                LOCAL_RANK,
                own,
                LOCAL_SIZE,
                all,
                "OMPI_COMM_WORLD_RANK",
                own,
                "OMPI_COMM_WORLD_SIZE",
                all,
                "OMPI_COMM_WORLD_LOCAL_RANK",
                own,
                "OMPI_COMM_WORLD_LOCAL_SIZE",
                all);
    }
}
