# The goals for deploying an application. The Makefile that includes this file sets its name, APP := doorbell, and
# PRODUCT := Doorbell if that is the name of the product in Package.swift.

ARCH := arm64
HOST :=
HOSTS :=
CARILLON_PACKAGE := $(dir $(lastword $(MAKEFILE_LIST)))
.PHONY: package repository sign deploy undeploy

# In the environment, so that no shell reads them as a part of a command.
export HOST HOSTS
export PRODUCT
# The settings of `repository`, and of `deploy` for boxes that update themselves.
REPOSITORY_FOLDER ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/carillon/repository
export REPOSITORY_FOLDER REPOSITORY STAGE VALID KEEP KEY UPDATE PROVE

package: ## makes a Debian package of the application, for ARCH=arm64 or amd64; prints its path
	@$(CARILLON_PACKAGE)make-package '$(ARCH)' '$(APP)'

repository: ## adds the package to the repository in REPOSITORY_FOLDER, and signs it; STAGE=10 is for a tenth of the boxes
	@package=$${PACKAGE:-$$($(CARILLON_PACKAGE)make-package '$(ARCH)' '$(APP)')} && \
	    $(CARILLON_PACKAGE)repository "$$REPOSITORY_FOLDER" "$$package"

sign: ## signs the repository again, for VALID=60 more days
	@$(CARILLON_PACKAGE)repository "$$REPOSITORY_FOLDER"

deploy: ## packages the application, installs it on HOST=user@board, or HOSTS="user@board ..." in turn, and waits until it is ready
	@$(if $(strip $(HOSTS)),set -f; $(CARILLON_PACKAGE)deploy-all '$(APP)' $$HOST $$HOSTS,$(CARILLON_PACKAGE)deploy "$$HOST" '$(APP)')

undeploy: ## removes the application from HOST=user@board, but not its configuration
	@$(CARILLON_PACKAGE)undeploy "$$HOST" '$(APP)'
