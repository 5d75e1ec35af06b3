package org.bipj.mpi.check;

import mpi.Comm;
import mpi.File;
import mpi.MpiCall;
import mpi.Session;
import mpi.Win;
import org.bipj.mpi.call.CallFacts;

/** What a call is that listeners see. */
final class Facts {
    private static final String CONSTRUCTOR = "new ";
    private static final String MPI = "MPI";

    private Facts() {}

    /** The row of a call. */
    static CallFacts of(MpiCall call) {
        return method(call).facts();
    }

    /** The same, with the form in which it is called. */
    static CallFacts.Method method(MpiCall call) {
        String name = call.name();
        if (name.indexOf('.') > 0) {
            return CallFacts.method(name);
        }
        CallFacts.Method found = CallFacts.method(type(call), name.startsWith(CONSTRUCTOR) ? "new" : name);
        // Finalize shows with the communicator of all ranks.
        return found.facts() == CallFacts.LOCAL ? CallFacts.method(MPI, name) : found;
    }

    private static String type(MpiCall call) {
        if (call.requests().length > 0) {
            return "Request";
        }
        return switch (call.handle()) {
            case Comm comm -> "Comm";
            case Win win -> "Win";
            case File file -> "File";
            case Session session -> "Session";
            case null, default -> MPI;
        };
    }
}
