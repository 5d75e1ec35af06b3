package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.util.function.IntSupplier;
import org.bipj.core.job.family.SpawnRequest;

/** Makes the jobs that ranks ask for, and decides where they run. */
public interface JobMaker extends AutoCloseable {
    /**
     * Makes a job, whose ranks have not started.
     *
     * @param parent the job whose rank asks
     * @param number gives the job's number
     * @return null if parents and children share no memory: those have to wait at a door
     * @throws IOException if it cannot be made
     */
    MemberJob make(MemberJob parent, SpawnRequest request, IntSupplier number) throws IOException;

    /** How many processes each program of a job has got is in its options; the job has ended. */
    void over(MemberJob job);

    /** All jobs have ended. */
    @Override
    void close();
}
