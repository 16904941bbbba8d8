// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
//
// Buses for the kernel tests, compiled into the guest's kernel: an I2C bus, i2c-1, and an SPI bus with one device,
// spidev0.0. They have no wires. What is sent over I2C is recorded by the kernel's own trace events (i2c_write).
//
//     0x3c    takes all that it is sent, as a display does
//     0x50    keeps what it is sent, and answers it when it is read
//     others  acknowledge nothing
//
// The SPI device answers each byte with its complement.

#include <linux/i2c.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>

static u8 kept[256];
static u16 kept_length;

static int i2c_transfer_messages(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, j;

	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];

		if (message->addr != 0x3c && message->addr != 0x50)
			return -ENXIO;
		if (message->flags & I2C_M_RD) {
			for (j = 0; j < message->len; j++)
				message->buf[j] = j < kept_length ? kept[j] : 0xff;
		} else if (message->addr == 0x50) {
			kept_length = min_t(u16, message->len, sizeof(kept));
			memcpy(kept, message->buf, kept_length);
		}
	}
	return count;
}

static u32 i2c_functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2c_algorithm = {
	.master_xfer = i2c_transfer_messages,
	.functionality = i2c_functions,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.name = "kernel tests",
	.algo = &i2c_algorithm,
	.nr = 1,
};

static int spi_transfer_one(struct spi_controller *controller, struct spi_device *device, struct spi_transfer *transfer)
{
	const u8 *out = transfer->tx_buf;
	u8 *in = transfer->rx_buf;
	int i;

	for (i = 0; in && i < transfer->len; i++)
		in[i] = out ? ~out[i] : 0xff;
	return 0;
}

static int __init buses_init(void)
{
	// The name of a chip that spidev drives: since Linux 5.17 it refuses its own.
	static struct spi_board_info info = { .modalias = "dh2228fv", .max_speed_hz = 10000000, .mode = SPI_MODE_0 };
	struct platform_device *parent;
	struct spi_controller *controller;
	int result = i2c_add_numbered_adapter(&adapter);

	if (result)
		return result;
	parent = platform_device_register_simple("kernel-tests", -1, NULL, 0);
	if (IS_ERR(parent))
		return PTR_ERR(parent);
	controller = __spi_alloc_controller(&parent->dev, 0, false);
	if (!controller)
		return -ENOMEM;
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_CPOL | SPI_CPHA;
	controller->transfer_one = spi_transfer_one;
	result = spi_register_controller(controller);
	if (result)
		return result;
	return spi_new_device(controller, &info) ? 0 : -ENODEV;
}
late_initcall(buses_init);
