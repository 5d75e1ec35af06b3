package org.bipj.launch.seeing.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What an agent's code calls has to be there: the compiler does not see these calls, and the job would end at the first one. */
public final class AddedCalls {
    private static final String OURS = "org/bipj/launch/";

    private AddedCalls() {}

    /** The class as it was compiled. */
    public static byte[] compiled(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** All calls of methods of the launcher name public ones. */
    public static void assertThere(byte[] changed) {
        List<String> missing = new ArrayList<>();
        for (InvokeInstruction call : calls(changed, OURS, method -> true)) {
            if (!isThere(call)) {
                missing.add(call.owner().name() + "." + call.name() + call.type());
            }
        }
        assertEquals(List.of(), missing);
    }

    /** How many there are, and calls of marks, beside those that were compiled. */
    public static int count(byte[] changed, byte[] compiled) {
        return withMarks(changed) - withMarks(compiled);
    }

    private static int withMarks(byte[] bytes) {
        return calls(bytes, OURS, method -> true).size()
                + calls(bytes, MpiMethods.MARKS, method -> true).size();
    }

    /** How many there are in constructors. */
    public static int countInConstructors(byte[] changed) {
        return calls(changed, OURS, method -> method.methodName().equalsString(ConstantDescs.INIT_NAME))
                .size();
    }

    private static List<InvokeInstruction> calls(byte[] changed, String owner, Predicate<MethodModel> in) {
        return ClassFile.of().parse(changed).methods().stream()
                .filter(in)
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .mapMulti((element, next) -> {
                    if (element instanceof InvokeInstruction call
                            && call.owner().asInternalName().startsWith(owner)) {
                        next.accept(call);
                    }
                })
                .map(InvokeInstruction.class::cast)
                .toList();
    }

    private static boolean isThere(InvokeInstruction call) {
        try {
            Class<?> owner = Class.forName(call.owner().asInternalName().replace('/', '.'));
            Class<?>[] parameters = call.typeSymbol()
                    .resolveConstantDesc(MethodHandles.lookup())
                    .parameterArray();
            Method method = owner.getMethod(call.name().stringValue(), parameters);
            return Modifier.isPublic(owner.getModifiers())
                    && method.getReturnType()
                            .describeConstable()
                            .orElseThrow()
                            .equals(call.typeSymbol().returnType())
                    && method.accessFlags().contains(AccessFlag.STATIC) == (call.opcode() == Opcode.INVOKESTATIC);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
