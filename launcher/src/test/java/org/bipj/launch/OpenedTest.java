package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of ranks that open too little or close too little name what the program uses; of MPI they are in the tests of each mode. */
class OpenedTest extends JobTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "process | 1 | use:splitC | after opening Split-C, without closing it",
                "thread | 1 | use:splitC | after opening Split-C, without closing it",
                "sim | 1 | use:splitC | after opening Split-C, without closing it",
                "process | 2 | use:bip@1 close@1 | without opening BIP, which rank 1 has opened",
                "thread | 2 | use:am@1 close@1 | without opening Active Messages, which rank 1 has opened",
                "sim | 2 | use:bip@1 close@1 | without opening BIP, which rank 1 has opened",
            })
    void errorsNameTheInterface(String mode, int ranks, String steps, String error) {
        Mpirun.Result result =
                mode.equals("process") ? actIn(mode, ranks, steps.split(" ")) : actHere(mode, ranks, steps.split(" "));
        assertEquals(1, result.code(), result.err());
        assertTrue(result.err().contains("mpirun: rank 0 "), result.err());
        assertTrue(result.err().contains("exited with code 0 " + error), result.err());
    }
}
