package org.bipj.net.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers as hydra 4.0.2 gives them, and others. */
@Timeout(60)
class PmiOneTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("PMI_FD", "6", "PMI_RANK", "1", "PMI_SIZE", "3");

    private static Script greeting() {
        return new Script()
                .on(
                        "cmd=init pmi_version=1 pmi_subversion=1\n",
                        "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n")
                .on("cmd=get_maxes\n", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n")
                .on("cmd=get_appnum\n", "cmd=appnum appnum=1\n")
                .on("cmd=get_my_kvsname\n", "cmd=my_kvsname kvsname=kvs_1_0_vm\n");
    }

    private static PmiOne open(Script script) {
        return new PmiOne(script.dialogue(), ENVIRONMENT::get);
    }

    private static void assertError(String message, org.junit.jupiter.api.function.Executable call) {
        assertEquals(message, assertThrows(PortException.class, call).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"1", "7", "1000000"})
    void valuesArePutAndGot(int piece) {
        Script script = greeting()
                .inPieces(piece)
                .on("cmd=put kvsname=kvs_1_0_vm key=k value=v=1\n", "cmd=put_result rc=0 msg=success\n")
                .on("cmd=barrier_in\n", "cmd=barrier_out\n")
                .on("cmd=get kvsname=kvs_1_0_vm key=k\n", "cmd=get_result rc=0 msg=success value=v=1\n")
                .on("cmd=get kvsname=kvs_1_0_vm key=no\n", "cmd=get_result rc=-1 msg=key_no_not_found value=unknown\n")
                .on(
                        "cmd=get kvsname=kvs_1_0_vm key=PMI_process_mapping\n",
                        "cmd=get_result rc=0 msg=success value=(vector,(0,2,1))\n")
                .on("cmd=abort exitcode=7\n", "")
                .on("cmd=finalize\n", "cmd=finalize_ack\n");
        PmiOne pmi = open(script);
        assertEquals(1, pmi.rank());
        assertEquals(3, pmi.size());
        assertEquals(1, pmi.application());
        pmi.put("k", "v=1");
        pmi.fence();
        assertEquals("v=1", pmi.get(0, "k"));
        assertNull(pmi.get(0, "no"));
        assertArrayEquals(new int[] {0, 1, 0}, pmi.hosts());
        pmi.abort(7, "because");
        assertFalse(pmi.isGone());
        pmi.close();
        pmi.close();
        assertTrue(script.isDone());
    }

    @Test
    void aLauncherWithAPortNamesRankAndSize() {
        Script script = new Script()
                .on("cmd=initack pmiid=5\n", "cmd=initack rc=0\ncmd=set size=8\ncmd=set rank=5\ncmd=set debug=0\n");
        Script rest = greeting();
        rest.on("none", "");
        ByteStream both = new ByteStream() {
            @Override
            public void write(byte[] bytes) throws java.io.IOException {
                (script.isDone() ? rest : script).write(bytes);
            }

            @Override
            public int read(byte[] into, int from, int timeoutMs) {
                int first = script.read(into, from, timeoutMs);
                return first > 0 ? first : rest.read(into, from, timeoutMs);
            }

            @Override
            public void close() {}
        };
        PmiOne pmi = new PmiOne(new Dialogue(both, "test", 100), Map.of("PMI_PORT", "host:1", "PMI_ID", "5")::get);
        assertEquals(5, pmi.rank());
        assertEquals(8, pmi.size());
    }

    @Test
    void withoutMappingEachRankHasAHostOfItsOwn() {
        Script script = greeting()
                .on(
                        "cmd=get kvsname=kvs_1_0_vm key=PMI_process_mapping\n",
                        "cmd=get_result rc=-1 msg=not_found value=unknown\n");
        assertArrayEquals(new int[] {0, 1, 2}, open(script).hosts());
    }

    @ParameterizedTest
    @CsvSource({
        "cmd=response_to_init rc=-1, rc=0",
        "cmd=response_to_init pmi_version=2 rc=0, pmi_version from 1 to 1",
        "cmd=response_to_init rc=0, a value of pmi_version",
        "cmd=finalize_ack, cmd=response_to_init",
        "HTTP/1.1 400 Bad Request, words KEY=VALUE",
        "'', cmd=response_to_init",
    })
    void anAnswerThatMakesNoSenseIsShown(String answer, String expected) {
        Script script = new Script().on("cmd=init pmi_version=1 pmi_subversion=1\n", answer + "\n");
        assertError("test: the launcher answers \"" + answer + "\", expected " + expected, () -> open(script));
    }

    @ParameterizedTest
    @CsvSource({
        "cmd=barr, 'test: no answer from the launcher within 100 ms, after the first 8 bytes of one'",
        "(closes), test: the launcher has closed the connection",
        "cmd=barrier_o(closes), test: the launcher has closed the connection",
        "cmd=barrier_out rc=-1, 'test: the launcher answers \"cmd=barrier_out rc=-1\", expected rc=0'",
    })
    void aFenceEndsWithTheLauncher(String answer, String message) {
        boolean whole = answer.endsWith("1");
        Script script = greeting().on("cmd=barrier_in\n", whole ? answer + "\n" : answer);
        assertError(message, open(script)::fence);
    }

    @Test
    void silenceIsAnErrorWhereAnAnswerIsDue() {
        Script script = greeting().on("cmd=get kvsname=kvs_1_0_vm key=k\n", "");
        assertError(
                "test: no answer from the launcher within 100 ms",
                () -> open(script).get(0, "k"));
    }

    @Test
    void anEndlessAnswerIsRefused() {
        Script script = greeting().on("cmd=get kvsname=kvs_1_0_vm key=k\n", "x".repeat(1 << 17));
        assertError(
                "test: the launcher's answer exceeds 65536 bytes",
                () -> open(script).get(0, "k"));
    }

    @Test
    void whatIsTooLongIsNotSent() {
        PmiOne pmi = open(greeting());
        assertError(
                "test: the key k with 1025 characters: expected at most 64 characters in a key and 1024 in a value",
                () -> pmi.put("k", "v".repeat(1025)));
    }

    @Test
    void aLauncherThatHasEndedIsSeen() {
        Script script = greeting().on("cmd=abort exitcode=1\n", Script.CLOSES);
        PmiOne pmi = open(script);
        assertFalse(pmi.isGone());
        pmi.abort(1, "because");
        assertTrue(pmi.isGone());
    }

    @Test
    void variablesThatMakeNoSenseAreNamed() {
        assertError(
                "PMI_RANK=3: expected a number from 0 to 2, as a launcher of PMI sets it",
                () -> new PmiOne(
                        new Script().dialogue(), Map.of("PMI_FD", "6", "PMI_RANK", "3", "PMI_SIZE", "3")::get));
        assertError(
                "test: PMI_PORT=host: expected HOST:PORT",
                () -> PmiSocket.open(Map.of("PMI_PORT", "host")::get, "test"));
        PortException gone =
                assertThrows(PortException.class, () -> PmiSocket.open(Map.of("PMI_FD", "99999")::get, "test"));
        assertTrue(gone.getMessage().startsWith("test: PMI_FD=99999: it is no open socket"), gone::getMessage);
    }
}
