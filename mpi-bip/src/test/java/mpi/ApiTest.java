package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Programs written for the Open MPI Java bindings find every member: a call with arguments of the listed
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
        assertEquals(167 + 522, all.size(), "the list was read");
    }

    /**
     * Scripts call by reflection. A final method that a class inherits from a parent that is not public cannot be called so: the
     * compiler makes a bridge only for one that is not final.
     */
    @Test
    void everyMethodIsDeclaredByAPublicClass() throws IOException {
        Set<String> hidden = new TreeSet<>();
        for (Listed member : Listed.built()) {
            for (Method method : member.ownerClass().getMethods()) {
                if (!Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
                    hidden.add(method.toString());
                }
            }
        }
        assertEquals(Set.of(), hidden);
    }

    /** Users read one page for each type: a parent has a meaning of its own. */
    @Test
    void parentsHaveAMeaningOfTheirOwn() throws IOException {
        Set<String> parents = new TreeSet<>();
        for (Listed member : Listed.built()) {
            Class<?> parent = member.ownerClass().getSuperclass();
            if (parent != null && parent.getPackageName().equals("mpi")) {
                parents.add(parent.getName().substring("mpi.".length()).replace('$', '.'));
            }
        }
        assertEquals(Set.of("Cartcomm", "Comm", "Graphcomm", "Request", "Struct.Data"), parents);
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
