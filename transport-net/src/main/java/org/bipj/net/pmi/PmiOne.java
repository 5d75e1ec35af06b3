package org.bipj.net.pmi;

import java.util.function.UnaryOperator;
import org.bipj.net.address.NetVariables;

/**
 * PMI-1, as {@code mpiexec} of MPICH (hydra) and its relatives speak it: a line each way, words with blanks between them.
 *
 * <pre>
 *   cmd=init pmi_version=1 pmi_subversion=1       cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
 *   cmd=get_maxes                                 cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
 *   cmd=get_appnum                                cmd=appnum appnum=0
 *   cmd=get_my_kvsname                            cmd=my_kvsname kvsname=NAME
 *   cmd=put kvsname=NAME key=KEY value=VALUE      cmd=put_result rc=0 msg=success
 *   cmd=barrier_in                                cmd=barrier_out           once all have sent theirs
 *   cmd=get kvsname=NAME key=KEY                  cmd=get_result rc=0 msg=success value=VALUE      (rc=-1: none)
 *   cmd=finalize                                  cmd=finalize_ack
 *   cmd=abort exitcode=CODE                       (none)
 * </pre>
 *
 * <p>A launcher that names a port (PMI_PORT) is sent {@code cmd=initack pmiid=ID} first, and answers it by {@code cmd=initack rc=0} and
 * three lines {@code cmd=set} with {@code size}, {@code rank} and {@code debug}.
 */
final class PmiOne extends Pmi {
    private static final char BLANK = ' ';

    private final int keyMax;
    private final int valueMax;
    private final String space;

    /**
     * Begins the dialogue.
     *
     * @throws org.bipj.core.nic.PortException if the launcher does not answer as one of PMI-1 does
     */
    PmiOne(Dialogue dialogue, UnaryOperator<String> environment) {
        super(dialogue);
        String descriptor = environment.apply(NetVariables.PMI_DESCRIPTOR);
        int rank;
        int size;
        if (descriptor == null || descriptor.isEmpty()) {
            ask("initack pmiid=" + PmiSocket.number(environment, NetVariables.PMI_ID, 0, NUMBER_MAX), "initack")
                    .good();
            size = answer("set", false).number("size", 1, NUMBER_MAX);
            rank = answer("set", false).number("rank", 0, size - 1);
            int ignored = answer("set", false).number("debug", Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else {
            size = PmiSocket.number(environment, NetVariables.PMI_SIZE, 1, NUMBER_MAX);
            rank = PmiSocket.number(environment, NetVariables.PMI_RANK, 0, size - 1);
        }
        ask("init pmi_version=1 pmi_subversion=1", "response_to_init").good().number("pmi_version", 1, 1);
        Fields maxima = ask("get_maxes", "maxes").good();
        keyMax = maxima.number("keylen_max", 1, Integer.MAX_VALUE);
        valueMax = maxima.number("vallen_max", 1, Integer.MAX_VALUE);
        is(rank, size, ask("get_appnum", "appnum").good().number("appnum", -1, NUMBER_MAX));
        space = ask("get_my_kvsname", "my_kvsname").good().text("kvsname");
    }

    @Override
    String framed(String request) {
        return "cmd=" + request + "\n";
    }

    @Override
    Fields answer(String command, boolean waits) {
        return Fields.parse(dialogue(), dialogue().line(waits), BLANK, command);
    }

    @Override
    public void put(String key, String value) {
        checkLengths(key, value, keyMax, valueMax);
        ask("put kvsname=" + space + " key=" + key + " value=" + value, "put_result")
                .good();
    }

    @Override
    public void fence() {
        ask("barrier_in", "barrier_out", true).good();
    }

    @Override
    public String get(int owner, String key) {
        return get(key);
    }

    private String get(String key) {
        Fields answer = ask("get kvsname=" + space + " key=" + key, "get_result");
        return answer.isGood() ? answer.text("value") : null;
    }

    @Override
    String mapping() {
        return get(ProcessMapping.KEY);
    }

    @Override
    String abortMessage(int code, String reason) {
        return framed("abort exitcode=" + code);
    }

    @Override
    void finish() {
        ask("finalize", "finalize_ack").good();
    }
}
