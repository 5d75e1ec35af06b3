package org.bipj.net.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers as Slurm 22.05 gives them, and others. */
@Timeout(60)
class PmiTwoTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PMI_FD", "11", "PMI_JOBID", "1.0", "PMI_RANK", "2", "PMI_SIZE", "3");

    private static Script greeting() {
        return new Script()
                .on(
                        "cmd=init pmi_version=2 pmi_subversion=0\n",
                        "cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0\n")
                .on(
                        framed("cmd=fullinit;pmijobid=1.0;pmirank=2;threaded=FALSE;"),
                        framed("cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=2;size=3;appnum=-1;"
                                + "debugged=FALSE;pmiverbose=FALSE;"));
    }

    private static String framed(String body) {
        return String.format("%-6d%s", body.length(), body);
    }

    private static PmiTwo open(Script script) {
        return new PmiTwo(script.dialogue(), ENVIRONMENT::get);
    }

    private static void assertError(String message, org.junit.jupiter.api.function.Executable call) {
        assertEquals(message, assertThrows(PortException.class, call).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"1", "7", "1000000"})
    void valuesArePutAndGot(int piece) {
        Script script = greeting()
                .inPieces(piece)
                .on(framed("cmd=kvs-put;key=k;value=v=1;"), framed("cmd=kvs-put-response;rc=0;"))
                .on(framed("cmd=kvs-fence;"), framed("cmd=kvs-fence-response;rc=0;"))
                .on(
                        framed("cmd=kvs-get;jobid=1.0;srcid=0;key=k;"),
                        framed("cmd=kvs-get-response;rc=0;found=TRUE;value=v=1;"))
                .on(framed("cmd=kvs-get;jobid=1.0;srcid=1;key=no;"), framed("cmd=kvs-get-response;rc=0;found=FALSE;"))
                .on(
                        framed("cmd=info-getjobattr;key=PMI_process_mapping;"),
                        framed("cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,1,2),(1,1,1));"))
                .on(framed("cmd=abort;isworld=TRUE;msg=so it is_ is_t it_;"), "")
                .on(framed("cmd=finalize;"), framed("cmd=finalize-response;rc=0;"));
        PmiTwo pmi = open(script);
        assertEquals(2, pmi.rank());
        assertEquals(3, pmi.size());
        assertEquals(0, pmi.application());
        pmi.put("k", "v=1");
        pmi.fence();
        assertEquals("v=1", pmi.get(0, "k"));
        assertNull(pmi.get(1, "no"));
        assertArrayEquals(new int[] {0, 0, 1}, pmi.hosts());
        pmi.abort(7, "so it is; is\tt it=");
        pmi.close();
        assertTrue(script.isDone());
    }

    @ParameterizedTest
    @CsvSource({
        "'     abc', 'test: the launcher answers \"a\", expected the length of its answer, up to 65536'",
        "'-1    ', 'test: the launcher answers \"-1\", expected the length of its answer, up to 65536'",
        "'99999 ', 'test: the launcher answers \"99999\", expected the length of its answer, up to 65536'",
        "'12    cmd=', 'test: no answer from the launcher within 100 ms, after the first 4 bytes of one'",
        "'12    cmd=(closes)', 'test: the launcher has closed the connection'",
        "'0     ', 'test: the launcher answers \"\", expected cmd=kvs-fence-response'",
        "'9     cmd=what;', 'test: the launcher answers \"cmd=what;\", expected cmd=kvs-fence-response'",
        "'7     nothing', 'test: the launcher answers \"nothing\", expected words KEY=VALUE'",
    })
    void anAnswerThatMakesNoSenseIsShown(String answer, String message) {
        Script script = greeting().on(framed("cmd=kvs-fence;"), answer);
        assertError(message, open(script)::fence);
    }

    @Test
    void anErrorOfTheLauncherIsShown() {
        String error = "cmd=kvs-fence-response;rc=14;errmsg=mpi/pmi2: failed to send temp kvs;";
        Script script = greeting().on(framed("cmd=kvs-fence;"), framed(error));
        assertError("test: the launcher answers \"" + error + "\", expected rc=0", open(script)::fence);
    }

    @Test
    void aLauncherOfVersionOneIsRefused() {
        Script script = new Script()
                .on("cmd=init pmi_version=2 pmi_subversion=0\n", "cmd=response_to_init pmi_version=1 rc=-1\n");
        assertError(
                "test: the launcher answers \"cmd=response_to_init pmi_version=1 rc=-1\", expected rc=0",
                () -> open(script));
    }
}
