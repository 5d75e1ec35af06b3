package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.Request;

/** One rank as the body of a case sees it: its communicators, and what a program finds in class {@code MPI}. */
public interface Rank {
    /** A communicator of exactly the ranks of the case, with ERRORS_RETURN. */
    Intracomm comm();

    /** COMM_SELF of this rank, with ERRORS_RETURN. */
    Intracomm self();

    /** As {@code MPI.attachBuffer}. */
    void attachBuffer(byte[] buffer);

    /** As {@code MPI.detachBuffer}. */
    byte[] detachBuffer();

    /** As {@code MPI.flushBuffer}. */
    void flushBuffer();

    /** As {@code MPI.iFlushBuffer}. */
    Request iFlushBuffer();

    /** As {@code MPI.addErrorClass} and its siblings. */
    ErrorCodeCalls errorCodes();

    /** As {@code MPI.getHwResourceInfo} and its siblings. */
    EnvironmentCalls environment();

    /** As {@code MPI.newByteBuffer}. */
    ByteBuffer newByteBuffer(int bytes);

    /** True if receives refuse messages of other types than their own. */
    boolean checksTypes();

    /** Sizes in bytes around which the fabric changes the way a message goes, ascending. */
    Sizes sizes();

    /** This process's rank in the communicator of the case. */
    default int rank() {
        return comm().getRank();
    }
}
