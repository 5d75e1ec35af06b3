package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.am2.AmException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HandlerTableTest {
    private static final Handler HANDLER = message -> {};

    private final HandlerTable table = new HandlerTable(5);

    private static void refused(Code code, String part, Executable call) {
        AmException refused = assertThrows(AmException.class, call);
        assertEquals(code, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 5: " + part), refused.getMessage());
    }

    @Test
    void handlersHaveNumbersFromOneToTheLast() {
        for (int index : new int[] {1, table.size() - 1}) {
            assertNull(table.get(index));
            table.set(index, HANDLER);
            assertSame(HANDLER, table.get(index));
        }
        for (int index : new int[] {0, -1, table.size()}) {
            refused(Code.BAD_ARGUMENT, "handler " + index + "; expected 1 to 255", () -> table.set(index, HANDLER));
        }
        assertEquals(2, table.setAny(HANDLER), "the first free number");
    }

    @Test
    void theNumberOfHandlersHasLimits() {
        table.resize(1);
        assertEquals(1, table.size());
        refused(Code.RESOURCE, "all 1 handlers are registered", () -> table.setAny(HANDLER));
        table.resize(HandlerTable.MAX);
        assertEquals(HandlerTable.MAX, table.size());
        for (int size : new int[] {0, -1, HandlerTable.MAX + 1}) {
            refused(Code.BAD_ARGUMENT, size + " handlers; expected 1 to 256", () -> table.resize(size));
        }
        table.set(9, HANDLER);
        refused(Code.RESOURCE, "9 handlers, but handler 9 is registered", () -> table.resize(9));
        table.resize(10);
        refused(Code.BAD_ARGUMENT, "handler 10; expected 1 to 9", () -> table.set(10, HANDLER));
        assertEquals(1, table.setAny(HANDLER));
    }
}
