package org.bipj.orca;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.report.WaitReport;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;
import org.bipj.panda.Panda;
import org.bipj.panda.Reply;
import org.bipj.panda.Rpc;

/**
 * What all ranks do in the same order: each tells rank 0 what it does as its n-th step, and rank 0 answers when all have told
 * the same, or at once when one has told something else.
 */
final class StepAgreement {
    /** What ranks have reported to rank 0 of one step. */
    private static final class Step {
        String what;
        int first;
        String mismatch;
        int told;
        final BitSet ranks = new BitSet();
        final List<Reply> waiting = new ArrayList<>();
    }

    private final Orca orca;
    private final int ranks;
    private final Rpc rpc;
    /** By number, at rank 0; null once all ranks have their answer. */
    private final List<Step> steps = new ArrayList<>();
    /** The number of the next step that this rank takes. */
    private int next;

    StepAgreement(Orca orca, Panda panda, int service) {
        this.orca = orca;
        ranks = panda.size();
        rpc = panda.rpc(service, this::told);
    }

    /**
     * This rank's next step. Returns when all ranks have taken the same.
     *
     * @param wait what is waited for, for reports of a deadlock
     * @throws OrcaException if one has taken another
     */
    void agree(String what, String wait) {
        int number = next++;
        Gather message = new Gather().putInt(number);
        Codec.STRING.write(what, message);
        String[] mismatch = new String[1];
        rpc.call(0, message, reply -> mismatch[0] = Codec.STRING.read(reply), new Object() {
            @Override
            public String toString() {
                return wait + " by all ranks" + missing(number);
            }
        });
        if (!mismatch[0].isEmpty()) {
            throw orca.fail(mismatch[0]);
        }
    }

    /** Which ranks have not taken a step, as rank 0 sees it. */
    private String missing(int number) {
        Step step = number < steps.size() ? steps.get(number) : null;
        if (step == null) {
            return "";
        }
        List<Integer> missing = IntStream.range(0, ranks)
                .filter(rank -> !step.ranks.get(rank))
                .boxed()
                .toList();
        return "; " + WaitReport.ranks(missing) + (missing.size() == 1 ? " has not" : " have not");
    }

    /** Takes in, at rank 0, what a rank is about to do. */
    private void told(Incoming request, Reply reply) {
        int number = request.getInt();
        String what = Codec.STRING.read(request);
        while (steps.size() <= number) {
            steps.add(new Step());
        }
        Step step = steps.get(number);
        step.told++;
        step.ranks.set(request.source());
        step.waiting.add(reply.later());
        if (step.what == null) {
            step.what = what;
            step.first = request.source();
        } else if (!step.what.equals(what) && step.mismatch == null) {
            step.mismatch = "rank " + step.first + " " + step.what + ", and rank " + request.source() + " " + what
                    + "; expected the same on all ranks";
        }
        if (step.mismatch != null || step.told == ranks) {
            answer(step);
        }
        if (step.told == ranks) {
            steps.set(number, null);
        }
    }

    private static void answer(Step step) {
        Gather message = new Gather();
        Codec.STRING.write(step.mismatch == null ? "" : step.mismatch, message);
        step.waiting.forEach(reply -> reply.send(message));
        step.waiting.clear();
    }

    void close() {
        rpc.close();
    }
}
