package org.bipj.launch.explore;

import java.util.Iterator;
import java.util.List;
import org.bipj.core.job.Choices.Alternative;

/** Chooses what a list says; behind its end what comes first. */
public final class Repetition implements Chooser {
    private final Iterator<String> choices;
    private int number;

    /** Repeats these choices. */
    public Repetition(List<String> choices) {
        this.choices = choices.iterator();
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
                .orElseThrow(() -> new DivergedException(
                        number,
                        List.of(wanted),
                        all.stream().map(Alternative::text).toList()));
    }
}
