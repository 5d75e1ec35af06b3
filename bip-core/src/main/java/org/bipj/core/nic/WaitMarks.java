package org.bipj.core.nic;

/**
 * Where a thread waits, for those who record it. The method has no code, and the JIT compiler removes its calls. In a recorded job an
 * agent of the launcher gives it code while this class is loaded.
 */
public final class WaitMarks {
    private WaitMarks() {}

    /**
     * The calling thread has looked for what it waits for, has not found it, and is about to pause. Called between a fruitless round and
     * the pause behind it, in each round.
     */
    public static void pauses() {}
}
