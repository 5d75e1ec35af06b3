package org.bipj.launch.explore;

import java.util.Iterator;
import java.util.List;
import org.bipj.core.replay.Choices.Alternative;

/** Chooses what a list says; behind its end what comes first. */
public final class Repetition implements Chooser {
    private final Iterator<String> choices;
    private final boolean holds;
    private int number;

    /** Repeats these choices. */
    public Repetition(List<String> choices) {
        holds = !choices.isEmpty() && choices.getFirst().equals(Decider.HELD);
        this.choices = (holds ? choices.subList(1, choices.size()) : choices).iterator();
    }

    @Override
    public boolean holdsReceives() {
        return holds;
    }

    @Override
    public void holdReceives() {
        throw DivergedException.ofRepetition(
                number + 1,
                choices.hasNext() ? choices.next() : Decider.HELD,
                List.of("a receive or a send is cancelled"));
    }

    @Override
    public Alternative choose(List<Alternative> all) {
        if (all.size() == 1 || !choices.hasNext()) {
            return all.getFirst();
        }
        number++;
        String wanted = choices.next();
        return all.stream()
                .filter(one -> one.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> DivergedException.ofRepetition(
                        number, wanted, all.stream().map(Alternative::text).toList()));
    }

    /**
     * The run has ended well.
     *
     * @throws DivergedException if choices are left
     */
    public void end() {
        if (choices.hasNext()) {
            throw DivergedException.ofEnd(number + 1, choices.next());
        }
    }
}
