package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --check=loads} says of reads before an operation is complete. */
class CheckLoadsTest {
    private static InThisJvm.End run(String mode, String checks, String program) {
        return CheckTest.listened(() -> InThisJvm.checkedFor(checks, mode, 2, Loading.class, program));
    }

    @ParameterizedTest
    @CsvSource({
        "element, receive, 'iRecv(4 DOUBLE, source ', receive",
        "copy, receive, 'iRecv(4 DOUBLE, source ', receive",
        "text, receive, 'iRecv(4 DOUBLE, source ', receive",
        "clone, receive, 'iRecv(4 DOUBLE, source ', receive",
        "get, one-sided operation, 'get(1 INT, dest ', get",
        "reduce, collective operation, 'iAllReduce(1 LONG, op SUM)', reduce",
    })
    void aReadOfWhatIsNotCompleteIsTold(String program, String what, String call, String method) {
        InThisJvm.End end = run("sim", "on,loads", program);
        assertEquals(122, end.code(), end::text);
        assertTrue(
                end.text()
                        .contains("check: read-while-pending: memory that a pending " + what
                                + " writes is read before that is complete"),
                end::text);
        assertTrue(end.text().contains(call), end::text);
        String place = "read at " + Loading.class.getName() + "." + method + "(Loading.java:";
        assertTrue(end.text().contains(place), end::text);
    }

    @Test
    void nothingIsToldOfReadsWithoutIt() {
        assertEquals(0, run("sim", "on", "element").code());
    }

    @Test
    void nothingIsToldOfOtherReads() {
        InThisJvm.End end = run("sim", "on,loads", "legal");
        assertEquals(0, end.code(), end::text);
        assertEquals("", end.text());
    }

    @Test
    void otherModesRefuseIt() {
        InThisJvm.End end = run("thread", "on,loads", "legal");
        assertEquals(1, end.code(), end::text);
        assertTrue(end.text().contains("checks: on,loads; loads are checked in sim mode only"), end::text);
    }
}
