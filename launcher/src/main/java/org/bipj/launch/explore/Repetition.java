package org.bipj.launch.explore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.core.replay.Choices.Alternative;

/** Chooses what a list says; behind its end what comes first. */
public final class Repetition implements Chooser {
    private final Deque<String> choices;
    private final boolean holdsReceives;
    private final Set<String> held = new TreeSet<>();
    /** Lists of earlier versions name nothing that is held: all windows were. */
    private final boolean holdsAll;

    private int number;

    /** Repeats these choices. */
    public Repetition(List<String> choices) {
        holdsReceives = !choices.isEmpty() && choices.getFirst().equals(Decider.HELD_RECEIVES);
        List<String> rest = holdsReceives ? choices.subList(1, choices.size()) : choices;
        while (!rest.isEmpty() && rest.getFirst().startsWith(Decider.HELD)) {
            held.add(rest.getFirst().substring(Decider.HELD.length()));
            rest = rest.subList(1, rest.size());
        }
        holdsAll = held.isEmpty() && rest.stream().anyMatch(one -> one.contains(": window "));
        this.choices = new ArrayDeque<>(rest);
    }

    @Override
    public boolean holds(String what) {
        return holdsAll || held.contains(what);
    }

    @Override
    public Set<String> held() {
        return held;
    }

    @Override
    public void hold(Set<String> what) {
        throw DivergedException.ofRepetition(
                number + 1,
                !choices.isEmpty() ? choices.remove() : "the end of the choices",
                List.of("operations are seen of " + String.join(", ", what)));
    }

    /** What commutes is of no matter to one run. */
    @Override
    public boolean countsFailures() {
        return true;
    }

    @Override
    public void countFailures() {
        throw new IllegalStateException("they are counted");
    }

    @Override
    public boolean holdsReceives() {
        return holdsReceives;
    }

    @Override
    public void holdReceives() {
        throw DivergedException.ofRepetition(
                number + 1,
                !choices.isEmpty() ? choices.remove() : Decider.HELD_RECEIVES,
                List.of("a receive or a send is cancelled"));
    }

    @Override
    public Alternative choose(List<Alternative> all) {
        if (all.size() == 1 || choices.isEmpty()) {
            return all.getFirst();
        }
        number++;
        String wanted = choices.remove();
        return all.stream()
                .filter(one -> one.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> DivergedException.ofRepetition(
                        number, wanted, all.stream().map(Alternative::text).toList()));
    }

    @Override
    public Alternative chooseUsual(List<Alternative> all) {
        return all.stream()
                .skip(1)
                .filter(one -> one.text().equals(choices.peek()))
                .findFirst()
                .map(one -> {
                    number++;
                    choices.remove();
                    return one;
                })
                .orElse(all.getFirst());
    }

    @Override
    public boolean isAsleep(String text) {
        return false;
    }

    /**
     * The run has ended well.
     *
     * @throws DivergedException if choices are left
     */
    public void end() {
        if (!choices.isEmpty()) {
            throw DivergedException.ofEnd(number + 1, choices.remove());
        }
    }
}
