package org.bipj.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import mpi.Intracomm;

/** The class {@code mpi.MPI} of one rank, which has it for itself. */
final class RankMpi {
    private final Class<?> mpi;

    /** The class of the rank of a loader. */
    RankMpi(ClassLoader loader) throws ClassNotFoundException {
        mpi = loader.loadClass("mpi.MPI");
    }

    /** The rank's COMM_WORLD. */
    Intracomm world() throws ReflectiveOperationException {
        return (Intracomm) mpi.getField("COMM_WORLD").get(null);
    }

    /** Calls {@code MPI.Init}. */
    void initialise() throws Throwable {
        call(mpi.getMethod("Init", String[].class), null, (Object) new String[0]);
    }

    /** Calls {@code MPI.Finalize}, unless the program has. */
    void finish() throws Throwable {
        if (!(boolean) call(mpi.getMethod("isFinalized"), null)) {
            call(mpi.getMethod("Finalize"), null);
        }
    }

    /**
     * Calls a method.
     *
     * @throws Throwable what it throws
     */
    static Object call(Method method, Object instance, Object... values) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(instance, values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
