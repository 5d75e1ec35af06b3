package org.bipj.net.pmi;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.bipj.net.address.NetVariables;

/**
 * PMI-2, as Slurm speaks it: blocks that begin with their length in six characters, words with a semicolon behind each. Two lines of
 * PMI-1 choose it.
 *
 * <pre>
 *   cmd=init pmi_version=2 pmi_subversion=0       cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0
 *   cmd=fullinit;pmijobid=JOB;pmirank=0;threaded=FALSE;
 *                                                 cmd=fullinit-response;rc=0;...;rank=0;size=2;appnum=-1;...
 *   cmd=info-getjobattr;key=KEY;                  cmd=info-getjobattr-response;rc=0;found=TRUE;value=VALUE;
 *   cmd=kvs-put;key=KEY;value=VALUE;              cmd=kvs-put-response;rc=0;
 *   cmd=kvs-fence;                                cmd=kvs-fence-response;rc=0;           once all have sent theirs
 *   cmd=kvs-get;jobid=JOB;srcid=RANK;key=KEY;     cmd=kvs-get-response;rc=0;found=TRUE;value=VALUE;
 *   cmd=finalize;                                 cmd=finalize-response;rc=0;
 *   cmd=abort;isworld=TRUE;msg=TEXT;              (none)
 * </pre>
 */
final class PmiTwo extends Pmi {
    private static final int LENGTH_DIGITS = 6;
    private static final char SEMICOLON = ';';
    private static final int KEY_MAX = 64;
    private static final int VALUE_MAX = 1024;
    private static final int MESSAGE_MAX = 512;

    private final String job;

    /**
     * Begins the dialogue.
     *
     * @throws org.bipj.core.nic.PortException if the launcher does not answer as one of PMI-2 does
     */
    PmiTwo(Dialogue dialogue, UnaryOperator<String> environment) {
        super(dialogue);
        job = String.valueOf(environment.apply(NetVariables.PMI_JOB));
        int given = PmiSocket.number(environment, NetVariables.PMI_RANK, 0, NUMBER_MAX);
        dialogue.send("cmd=init pmi_version=2 pmi_subversion=0\n");
        Fields.parse(dialogue, dialogue.line(false), ' ', "response_to_init")
                .good()
                .number("pmi_version", 2, 2);
        Fields self = ask("fullinit;pmijobid=" + job + ";pmirank=" + given + ";threaded=FALSE", "fullinit-response")
                .good();
        int size = self.number("size", 1, NUMBER_MAX);
        is(self.number("rank", 0, size - 1), size, self.number("appnum", -1, NUMBER_MAX));
    }

    @Override
    String framed(String request) {
        String body = "cmd=" + request + ";";
        return String.format(Locale.ROOT, "%-" + LENGTH_DIGITS + "d%s", body.length(), body);
    }

    @Override
    Fields answer(String command, boolean waits) {
        String digits = dialogue().block(LENGTH_DIGITS, waits).strip();
        if (!digits.matches("[0-9]{1,6}") || Integer.parseInt(digits) > Dialogue.MESSAGE_MAX) {
            throw dialogue()
                    .error("the launcher answers \"" + digits + "\", expected the length of its answer, up to "
                            + Dialogue.MESSAGE_MAX);
        }
        return Fields.parse(dialogue(), dialogue().block(Integer.parseInt(digits), false), SEMICOLON, command);
    }

    @Override
    public void put(String key, String value) {
        checkLengths(key, value, KEY_MAX, VALUE_MAX);
        ask("kvs-put;key=" + key + ";value=" + value, "kvs-put-response").good();
    }

    @Override
    public void fence() {
        ask("kvs-fence", "kvs-fence-response", true).good();
    }

    @Override
    public String get(int owner, String key) {
        return found(ask("kvs-get;jobid=" + job + ";srcid=" + owner + ";key=" + key, "kvs-get-response"));
    }

    @Override
    String mapping() {
        return found(ask("info-getjobattr;key=" + ProcessMapping.KEY, "info-getjobattr-response"));
    }

    private static String found(Fields answer) {
        return answer.good().text("found").equals("TRUE") ? answer.text("value") : null;
    }

    @Override
    String abortMessage(int code, String reason) {
        String plain = reason.replaceAll("[^ -~]|[;=]", "_");
        String message = plain.substring(0, Math.min(plain.length(), MESSAGE_MAX));
        return framed("abort;isworld=TRUE;msg=" + message);
    }

    @Override
    void finish() {
        ask("finalize", "finalize-response").good();
    }
}
