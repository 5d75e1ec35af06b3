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
        return CallFacts.method(type(call), name.startsWith(CONSTRUCTOR) ? "new" : name);
    }

    private static String type(MpiCall call) {
        if (call.requests().length > 0) {
            return "Request";
        }
        return switch (call.handle()) {
            case Comm comm when !isOfMpi(call) -> "Comm";
            case Win win -> "Win";
            case File file -> "File";
            case Session session -> "Session";
            case null, default -> "MPI";
        };
    }

    /** Finalize shows with the communicator of all ranks. */
    private static boolean isOfMpi(MpiCall call) {
        return CallFacts.FINALIZE.names(CallFacts.Form.BLOCKING).contains("MPI." + call.name());
    }
}
