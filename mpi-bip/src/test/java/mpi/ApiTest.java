package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Programs written for the Open MPI Java bindings find every member that is built: a call with arguments of the listed
 * types compiles, and its result is of the listed type. (Where the bindings want a Buffer, an Object will do here.)
 */
class ApiTest {
    @Test
    void everyListedMemberIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        List<Listed> all = Listed.built();
        for (Listed member : all) {
            if (!member.isThere()) {
                missing.add(member.toString());
            }
        }
        assertEquals(List.of(), missing);
        assertEquals(167 + 522 - Listed.dynamic().size(), all.size(), "the list was read");
    }

    @Test
    void programsThatCatchOrDeclareTheExceptionCompile() {
        try {
            declaring();
        } catch (MPIException e) {
            assertEquals(MPI.ERR_OTHER, e.getErrorClass());
            assertEquals(e.getErrorClass(), e.getErrorCode());
        }
    }

    private static void declaring() throws MPIException {
        throw new MPIException("as in programs");
    }
}
