package org.bipj.executor;

/**
 * Stands for an exception of a task that could not travel, because it, or something that it refers to, is not serializable or
 * is refused where it arrives. It has the text and the stack of the original. Or it says how the workers of a task have died.
 */
public final class TaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param text what the original says
     * @param stack where it was thrown
     */
    TaskException(String text, StackTraceElement[] stack) {
        super(text);
        setStackTrace(stack);
    }
}
