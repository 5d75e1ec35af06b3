package mpi;

import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;
import org.bipj.mpi.rma.RmaErrors;
import org.bipj.mpi.rma.Window;

/** Properties of a window, apart from communication. Programs use it through {@link Win}. */
public abstract class WinHandle {
    /** A duplicate of the program's communicator: its processes, its collective operations, the error handler. */
    private final Comm comm;

    /** Null before the window is made, and after it was freed. */
    private Window window;

    WinHandle(Comm given, Info info) {
        Preconditions.notNull(given, ErrorClass.COMM, "Win: the communicator");
        if (given instanceof Intercomm) {
            throw new MPIException(ErrorClass.COMM, "Win: the communicator is no intracommunicator");
        }
        Preconditions.notNull(
                info, Predefined.ERR_INFO, "Win: the info object; MPI.INFO_NULL stands for none, and this");
        if (info != Predefined.INFO_NULL && info.isNull()) {
            throw new MPIException(Predefined.ERR_INFO, "Win: the info object is freed");
        }
        comm = given.dupForLibrary();
        comm.setName("a window");
    }

    /** The window is made. From now on its own error handler counts, which is at first ERRORS_ARE_FATAL. */
    final void begin(Window made) {
        window = made;
        comm.setErrhandler(Errhandler.FATAL);
    }

    final void end() {
        window = null;
        comm.free();
    }

    /** The window is not made. */
    final RuntimeException refused(String method, Throwable thrown) {
        RuntimeException failure = raise(method, thrown);
        comm.free();
        return failure;
    }

    final Comm comm() {
        return comm;
    }

    final int rank() {
        return comm.getRank();
    }

    final boolean isRunning() {
        return comm.runtime.isRunning();
    }

    /** True once the window was freed. */
    public final boolean isNull() {
        return window == null;
    }

    /** The window; an error where there is none, or the current thread may not call. */
    final Window window() {
        Window w = readable();
        comm.core();
        return w;
    }

    /** {@link #window} of calls that all threads may make, at any thread level: they read what does not change. */
    final Window readable() {
        Window w = window;
        if (w == null) {
            throw new MPIException(RmaErrors.WIN, "the window is null: it was freed");
        }
        return w;
    }

    final RuntimeException raise(String method, Throwable thrown) {
        return comm.raise(method, thrown);
    }

    /** Checks the rank of a target; false for PROC_NULL, with which nothing happens. */
    final boolean checkRank(int target) {
        int size = comm.readable().size();
        if (target >= 0 && target < size) {
            return true;
        }
        if (target == Predefined.PROC_NULL) {
            return false;
        }
        throw new EngineException(
                ErrorClass.RANK, "the target is rank " + target + "; expected 0 to " + (size - 1) + " or PROC_NULL");
    }
}
